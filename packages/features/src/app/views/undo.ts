import { elementOf } from "@media/event-store/Undo"
import { eventUndo } from "../../EventUndo.ts"
import type { ViewEvent, ViewSaved } from "./events.ts"

type View = Omit<typeof ViewSaved.Type, "_tag">
interface UndoState {
  readonly accountId: string
  readonly views: ReadonlyMap<string, View>
}
const partOf = ({ viewId }: { readonly viewId: string }) => [`view/${viewId}`]

/** Undoes changes to an account's saved views. */
export const viewUndo = eventUndo<UndoState, ViewEvent>({
  target: "own",
  isPrivate: true,
  rule: {
    initial: { accountId: "", views: new Map() },
    evolve: ({ views }, event) => {
      const { accountId, viewId } = event
      const after = new Map(views)
      if (event._tag === "view.removed.v1") after.delete(viewId)
      else {
        const { _tag, ...view } = event
        after.set(viewId, view)
      }
      return { accountId, views: after }
    },
    parts: { "view.saved.v1": partOf, "view.removed.v1": partOf },
    read: ({ views }, part) => {
      const found = views.get(elementOf(part)!)
      return found === undefined ? null : { ...found }
    },
    write: (values, { accountId }) =>
      [...values].map(([part, value]): ViewEvent =>
        value === null
          ? { _tag: "view.removed.v1", viewId: elementOf(part)!, accountId }
          : { _tag: "view.saved.v1", ...(value as unknown as View) }
      )
  }
})

import { elementOf } from "@media/event-store/Undo"
import { eventUndo } from "../../EventUndo.ts"
import { markerDecider } from "./decider.ts"
import type { MarkerAdded, MarkerEvent } from "./events.ts"

type MarkerFields = Omit<typeof MarkerAdded.Type, "_tag" | "markerId">
const partOf = ({ markerId }: { readonly markerId: string }) => [`marker/${markerId}`]

/** Undoes changes to the markers of videos and tracks. */
export const markerUndo = eventUndo<typeof markerDecider.initial, MarkerEvent>({
  target: "item",
  rule: {
    ...markerDecider,
    parts: { "marker.added.v1": partOf, "marker.changed.v1": partOf, "marker.removed.v1": partOf },
    read: ({ markers }, part) => {
      const found = markers.get(elementOf(part)!)
      return found === undefined ? null : { ...found }
    },
    write: (values, { markers }) =>
      [...values].map(([part, value]): MarkerEvent => {
        const markerId = elementOf(part)!
        const before = markers.get(markerId)
        if (value === null) return { _tag: "marker.removed.v1", markerId, title: before?.title ?? "" }
        const fields = value as unknown as MarkerFields
        return before === undefined
          ? { _tag: "marker.added.v1", markerId, ...fields }
          : { _tag: "marker.changed.v1", markerId, ...fields }
      })
  }
})

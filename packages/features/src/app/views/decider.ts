import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ViewEvent, ViewSaved } from "./events.ts"

/** Every change reads the stream of its account as a whole. */
export const mostViews = 200

/** A view without the names of its stream. */
export type SavedView = Omit<typeof ViewSaved.Type, "_tag" | "viewId" | "accountId">

interface Target {
  readonly viewId: string
  readonly accountId: string
}

export type ViewCommand =
  | ({ readonly _tag: "Create"; readonly view: SavedView } & Target)
  | ({ readonly _tag: "Change"; readonly changes: Partial<SavedView> } & Target)
  | ({ readonly _tag: "Remove" } & Target)

type ViewsState = ReadonlyMap<string, SavedView>

const unknown = () => Either.left(new NotFound({ what: "view" }))

export const viewDecider: Decider<ViewCommand, ViewsState, ViewEvent, NotFound | Conflict> = {
  initial: new Map(),
  decide: (command, state) => {
    const { accountId, viewId } = command
    const before = state.get(viewId)
    switch (command._tag) {
      case "Create":
        return state.size >= mostViews
          ? Either.left(new Conflict({ reason: `An account can have at most ${mostViews} saved views.` }))
          : Either.right([{ _tag: "view.saved.v1", viewId, accountId, ...command.view }])
      case "Change": {
        if (before === undefined) return unknown()
        const after = { ...before, ...command.changes }
        return Either.right(
          JSON.stringify(after) === JSON.stringify(before)
            ? []
            : [{ _tag: "view.saved.v1", viewId, accountId, ...after }]
        )
      }
      case "Remove":
        return before === undefined
          ? unknown()
          : Either.right([{ _tag: "view.removed.v1", viewId, accountId }])
    }
  },
  evolve: (state, event) => {
    const { viewId } = event
    if (event._tag === "view.removed.v1") return new Map([...state].filter(([id]) => id !== viewId))
    const { _tag, accountId, viewId: _id, ...view } = event
    return new Map(state).set(viewId, view)
  }
}

import type { Decider } from "@media/event-store/Decider"
import { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { DuplicateEvent, DuplicateResolved } from "./events.ts"

/** Commands that record or undo a decision about duplicates. Each decision has its own stream. */
export type DuplicateCommand =
  | { readonly _tag: "Dismiss"; readonly itemIds: ReadonlyArray<string> }
  | { readonly _tag: "Revoke" }
  | ({ readonly _tag: "Resolve" } & Omit<typeof DuplicateResolved.Type, "_tag">)
  | { readonly _tag: "Undo" }

type State = DuplicateEvent | null

/** Handles the dismissal and the resolution of duplicates. Each decision can be undone only once. */
export const duplicateDecider: Decider<DuplicateCommand, State, DuplicateEvent, NotFound> = {
  initial: null,
  decide: (command, state) => {
    switch (command._tag) {
      case "Dismiss":
        return Either.right([{ _tag: "duplicate.dismissed.v1", itemIds: command.itemIds }])
      case "Resolve":
        return Either.right([{ ...command, _tag: "duplicate.resolved.v1" }])
      case "Revoke":
        return state?._tag === "duplicate.dismissed.v1"
          ? Either.right([{ _tag: "duplicate.dismissal-revoked.v1" }])
          : Either.left(new NotFound({ what: "decision" }))
      case "Undo":
        return state?._tag === "duplicate.resolved.v1"
          ? Either.right([{ ...state, _tag: "duplicate.resolution-undone.v1" }])
          : Either.left(new NotFound({ what: "decision" }))
    }
  },
  evolve: (_state, event) => event
}

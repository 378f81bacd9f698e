import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { RemovalEvent } from "../../catalog/items/removal.ts"

type Trashed = Extract<RemovalEvent, { readonly _tag: "item.trashed.v1" }>
export type TrashLocation = Pick<Trashed, "libraryId" | "rootId" | "path" | "pathBytes">

export type TrashCommand =
  | ({ readonly _tag: "Trash" } & Omit<Trashed, "_tag">)
  | { readonly _tag: "RecordFiled"; readonly files: ReadonlyArray<string> }
  /** Records that the files could not be moved, which restores the item. */
  | { readonly _tag: "RecordNotMoved"; readonly reason: string; readonly isPresent: boolean }
  | { readonly _tag: "StartRestore" }
  /** Records that the item is restored, after its file was moved back or if its file was kept in place. */
  | { readonly _tag: "RecordRestored"; readonly isPresent: boolean }
  | { readonly _tag: "Purge"; readonly isExpired: boolean }
  | { readonly _tag: "RecordEmptied" }

type Phase = "unknown" | "living" | "moving" | "there" | "kept" | "restoring" | "emptying"

interface TrashState {
  readonly phase: Phase
  readonly location: TrashLocation | null
  readonly withFile: boolean
  readonly files: ReadonlyArray<string>
}

const busy = new Conflict({ reason: "The files of this item are being moved. Try again shortly." })

/** Fails unless the item is in one of these phases, so that an item is restored or deleted only once. */
const requirePhase = (
  state: TrashState,
  ...phases: ReadonlyArray<Phase>
): Either.Either<void, NotFound | Conflict> => {
  if (phases.includes(state.phase)) return Either.void
  return state.phase === "moving" || state.phase === "restoring"
    ? Either.left(busy)
    : Either.left(new NotFound({ what: "item" }))
}

/**
 * The decider for the removal of an item. It uses the item's stream, which also contains all other events of the item.
 */
export const trashDecider: Decider<TrashCommand, TrashState, RemovalEvent, NotFound | Conflict> = {
  initial: { phase: "unknown", location: null, withFile: false, files: [] },
  decide: (command, state) =>
    Either.gen(function* () {
      switch (command._tag) {
        case "Trash": {
          yield* requirePhase(state, "living")
          const { _tag, ...trashed } = command
          return [{ _tag: "item.trashed.v1" as const, ...trashed }]
        }
        case "RecordFiled":
          return state.phase === "moving" || state.phase === "restoring"
            ? [{ _tag: "item.trash-filed.v1" as const, files: command.files }]
            : []
        case "RecordNotMoved":
          return state.phase === "moving"
            ? [
                {
                  _tag: "item.restored.v1" as const,
                  ...state.location!,
                  isPresent: command.isPresent,
                  reason: command.reason
                }
              ]
            : []
        case "StartRestore":
          yield* requirePhase(state, "there")
          return [{ _tag: "item.restore-started.v1" as const }]
        case "RecordRestored":
          yield* requirePhase(state, "kept", "restoring")
          return [
            {
              _tag: "item.restored.v1" as const,
              ...state.location!,
              isPresent: command.isPresent,
              reason: null
            }
          ]
        case "Purge": {
          yield* requirePhase(state, "there", "kept")
          const { libraryId, rootId } = state.location!
          const { withFile } = state
          return [
            { _tag: "item.purged.v1" as const, libraryId, rootId, withFile, isExpired: command.isExpired }
          ]
        }
        case "RecordEmptied":
          return state.phase === "emptying" ? [{ _tag: "item.trash-emptied.v1" as const }] : []
      }
    }),
  evolve: (
    state,
    event: RemovalEvent | { readonly _tag: "item.registered.v1" | "item.group-registered.v1" }
  ) => {
    switch (event._tag) {
      case "item.registered.v1":
      case "item.group-registered.v1":
        return { ...state, phase: "living" }
      case "item.trashed.v1": {
        const { _tag, files, withFile, ...location } = event
        return { phase: withFile ? "moving" : "kept", location, withFile, files }
      }
      case "item.trash-filed.v1":
        return { ...state, phase: "there", files: event.files }
      case "item.restore-started.v1":
        return { ...state, phase: "restoring" }
      case "item.restored.v1":
        return { ...state, phase: "living", location: null }
      case "item.purged.v1":
        return { ...state, phase: event.withFile ? "emptying" : "unknown" }
      case "item.trash-emptied.v1":
        return { ...state, phase: "unknown" }
      default:
        return state
    }
  }
}

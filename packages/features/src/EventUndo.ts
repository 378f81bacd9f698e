import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { EventStore } from "@media/event-store/EventStore"
import type { Event, EventMeta, Recorded } from "@media/event-store/Event"
import { type AnyUndoRule, type PartValue, undoRule, type UndoRule } from "@media/event-store/Undo"
import type { Principal } from "@media/wire/Security"
import type * as Effect from "effect/Effect"

/** The subject that an event changed. It determines who may see and undo the event. */
export type UndoTarget = "item" | "entity" | "library" | "settings" | "own"

/** Parts of one stream that are about to receive values. */
export interface UndoneParts {
  readonly streamId: string
  readonly values: ReadonlyMap<string, { readonly from: PartValue; readonly to: PartValue }>
}

/** A part that cannot receive its earlier value, with the reason as a sentence. */
export interface UndoRefusal {
  readonly streamId: string
  readonly part: string
  readonly reason: string
}

/** How the events of a slice are undone. Only administrators undo changes of the library. */
export interface EventUndo {
  readonly rule: AnyUndoRule
  readonly target: UndoTarget
  /** The field of the event with the id of the target; default: the id of the stream. */
  readonly targetIn?: string
  /** The events belong to the account in `accountId`, and only that account sees them. */
  readonly isPrivate: boolean
  /** Runs inside the transaction, before the events are written: locks, and checks beyond the stream. */
  readonly check?: (
    undone: ReadonlyArray<UndoneParts>
  ) => Effect.Effect<ReadonlyArray<UndoRefusal>, SqlError, SqlClient>
  /** Runs inside the transaction, after the events were written: jobs and rows that are not in the log. */
  readonly after?: (
    undone: ReadonlyArray<UndoneParts>,
    meta: EventMeta
  ) => Effect.Effect<unknown, SqlError, SqlClient | EventStore>
}

export const eventUndo = <State, E extends Event>({
  isPrivate = false,
  rule,
  ...undo
}: Omit<EventUndo, "rule" | "isPrivate"> & {
  readonly rule: UndoRule<State, E>
  readonly isPrivate?: boolean
}): EventUndo => ({ ...undo, isPrivate, rule: undoRule(rule) })

/**
 * Undoes events by a command and not by values, because files have to be moved. Each call undoes the events of one
 * stream, and returns the reason if that failed.
 */
export interface CommandUndo {
  readonly tags: ReadonlyArray<string>
  readonly target: UndoTarget
  /** The field of the event with the id of the target; default: the id of the stream. */
  readonly targetIn?: string
  /** `meta` is the metadata of the new events, which names the undone ones. */
  readonly run: (
    principal: Principal,
    events: ReadonlyArray<Recorded>,
    meta: EventMeta
  ) => Effect.Effect<string | undefined, SqlError, SqlClient | EventStore>
}
export const commandUndo = (undo: CommandUndo): CommandUndo => undo

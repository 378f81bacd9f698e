import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { EventStore } from "@media/event-store/EventStore"
import type { Event, EventMeta, Recorded } from "@media/event-store/Event"
import { type AnyUndoRule, type PartValue, undoRule, type UndoRule } from "@media/event-store/Undo"
import type { Principal } from "@media/wire/Security"
import type * as Effect from "effect/Effect"

/**
 * The kind of object that an event changed, which determines which accounts may see and undo the event. `own` stands
 * for data that belongs to an account, such as its bookmarks and saved views.
 */
export type UndoTarget = "item" | "entity" | "library" | "settings" | "own"

/** The parts of one stream that an undo changes, with their current and restored values. */
export interface UndoneParts {
  readonly streamId: string
  readonly values: ReadonlyMap<string, { readonly from: PartValue; readonly to: PartValue }>
}

/** A part whose earlier value cannot be restored. `reason` is a message for users. */
export interface UndoRefusal {
  readonly streamId: string
  readonly part: string
  readonly reason: string
}

/** Describes how the events of a slice are undone. Only administrators may undo changes to the library. */
export interface EventUndo {
  readonly rule: AnyUndoRule
  readonly target: UndoTarget
  /** The event field that contains the target's id. The default is the stream id. */
  readonly targetIn?: string
  /** True if only the account in `accountId` of the event may see the event. */
  readonly isPrivate: boolean
  /**
   * Called in the transaction, before the new events are written. Takes locks, and makes checks that need data from
   * outside the stream. Returns the parts that must not be restored.
   */
  readonly check?: (
    undone: ReadonlyArray<UndoneParts>
  ) => Effect.Effect<ReadonlyArray<UndoRefusal>, SqlError, SqlClient>
  /**
   * Called in the transaction, after the new events were written. Queues jobs, and updates rows that are not derived
   * from events.
   */
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

/** Undoes events by running a command instead of restoring values, for example if files must be moved. */
export interface CommandUndo {
  readonly tags: ReadonlyArray<string>
  readonly target: UndoTarget
  /** The event field that contains the target's id. The default is the stream id. */
  readonly targetIn?: string
  /**
   * Undoes events of one stream. Returns undefined if successful, or the reason why it failed. `meta` is the metadata
   * for the new events, and refers to the undone events.
   */
  readonly run: (
    principal: Principal,
    events: ReadonlyArray<Recorded>,
    meta: EventMeta
  ) => Effect.Effect<string | undefined, SqlError, SqlClient | EventStore>
}
export const commandUndo = (undo: CommandUndo): CommandUndo => undo

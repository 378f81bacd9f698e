import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { isUuid, Uuid } from "@media/kernel/Ids"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Event, Recorded } from "./Event.ts"

/**
 * Updates the tables of a projection for several events of one type, in the order of the log. All events are of
 * different streams, so the handler can use a single statement for all of them. Handlers must use only the events and
 * never the clock, because a rebuild must produce the same rows.
 */
export type ProjectionHandler<E extends Event> = (
  events: ReadonlyArray<Recorded<E>>
) => Effect.Effect<unknown, SqlError, SqlClient>

export interface Projection {
  readonly name: string
  /** The tables that only this projection writes. A rebuild replaces their rows. */
  readonly tables: ReadonlyArray<string>
  readonly handlers: Readonly<Record<string, ProjectionHandler<never>>>
}

interface TypedProjection<E extends Event> extends Omit<Projection, "handlers"> {
  readonly handlers: { readonly [Tag in E["_tag"]]: ProjectionHandler<Extract<E, { readonly _tag: Tag }>> }
}

/** Defines a projection for the event types `E`. A missing or additional handler is a compile error. */
export function projection<E extends Event>(options: TypedProjection<E>): Projection
export function projection(options: Projection): Projection {
  return options
}

/**
 * Fields that the rows of all events have. To define the row of an event: `Schema.Struct({...recordedFields,
 * ...Edited.fields})`.
 */
export const recordedFields = { id: Uuid, at: Schema.DateFromSelf }

/**
 * Converts an event to a row for `recordset` (in `pg/Rows`), which ignores fields that are not in the schema of the
 * recordset. `id` is the stream id. `by` is the id of the account that caused the event, or null if the actor is not an
 * account.
 */
export const recordedRow = <E extends Event>({ at, event, meta, streamId }: Recorded<E>) => ({
  ...event,
  id: streamId,
  at,
  by: meta.actor !== undefined && isUuid(meta.actor) ? meta.actor : null
})

/** Returns the last event of each stream, for statements that may write each row only once. */
export const lastOfStreams = <E extends Event>(events: ReadonlyArray<Recorded<E>>) => [
  ...new Map(events.map((recorded) => [recorded.streamId, recorded])).values()
]

import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { isUuid, Uuid } from "@media/kernel/Ids"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Event, Recorded } from "./Event.ts"

/**
 * Writes a run of events of one type, in the order of the log. No stream occurs twice in a run, so one set-based
 * statement may write it. Handlers may use only the events and never the clock, because a rebuild must produce equal
 * rows.
 */
export type ProjectionHandler<E extends Event> = (
  events: ReadonlyArray<Recorded<E>>
) => Effect.Effect<unknown, SqlError, SqlClient>

export interface Projection {
  readonly name: string
  /** The tables that only this projection writes; a rebuild replaces exactly these. */
  readonly tables: ReadonlyArray<string>
  readonly handlers: Readonly<Record<string, ProjectionHandler<never>>>
}

interface TypedProjection<E extends Event> extends Omit<Projection, "handlers"> {
  readonly handlers: { readonly [Tag in E["_tag"]]: ProjectionHandler<Extract<E, { readonly _tag: Tag }>> }
}

/** A missing handler and an extra handler are both compile errors. */
export function projection<E extends Event>(options: TypedProjection<E>): Projection
export function projection(options: Projection): Projection {
  return options
}

/** Columns that every event of a row provides: `Schema.Struct({...recordedFields, ...Edited.fields})`. */
export const recordedFields = { id: Uuid, at: Schema.DateFromSelf }

/**
 * The row of an event for `recordset` of `pg/Rows`, which picks the columns of its schema. `id` is the stream id, and `by` the
 * account that caused the event: an actor is open text, and only the id of an account is a person.
 */
export const recordedRow = <E extends Event>({ at, event, meta, streamId }: Recorded<E>) => ({
  ...event,
  id: streamId,
  at,
  by: meta.actor !== undefined && isUuid(meta.actor) ? meta.actor : null
})

/** The last event of each stream, for handlers whose statement may write a row only once. */
export const lastOfStreams = <E extends Event>(events: ReadonlyArray<Recorded<E>>) => [
  ...new Map(events.map((recorded) => [recorded.streamId, recorded])).values()
]

import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { isUuid, Uuid } from "@media/kernel/Ids"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Event, Recorded } from "./Event.ts"

/**
 * Writes a run of events of one type, in log order. No stream occurs twice in a run, so one set-based statement can
 * write the whole run. Handlers may use only the events and never the clock, because a rebuild must produce equal rows.
 */
export type ProjectionHandler<E extends Event> = (
  events: ReadonlyArray<Recorded<E>>
) => Effect.Effect<unknown, SqlError, SqlClient>

export interface Projection {
  readonly name: string
  /** The tables that only this projection writes. A rebuild replaces exactly these tables. */
  readonly tables: ReadonlyArray<string>
  readonly handlers: Readonly<Record<string, ProjectionHandler<never>>>
}

interface TypedProjection<E extends Event> extends Omit<Projection, "handlers"> {
  readonly handlers: { readonly [Tag in E["_tag"]]: ProjectionHandler<Extract<E, { readonly _tag: Tag }>> }
}

/** Defines a projection. A missing handler and an extra handler are both compile errors. */
export function projection<E extends Event>(options: TypedProjection<E>): Projection
export function projection(options: Projection): Projection {
  return options
}

/** Columns that every event row has: `Schema.Struct({...recordedFields, ...Edited.fields})`. */
export const recordedFields = { id: Uuid, at: Schema.DateFromSelf }

/**
 * Returns an event as a row for `recordset` of `pg/Rows`, which picks the columns of its schema. `id` is the stream id,
 * and `by` is the account that caused the event. `by` is null for other actors, because `actor` may be any text.
 */
export const recordedRow = <E extends Event>({ at, event, meta, streamId }: Recorded<E>) => ({
  ...event,
  id: streamId,
  at,
  by: meta.actor !== undefined && isUuid(meta.actor) ? meta.actor : null
})

/** Returns the last event of each stream, for handlers whose statement may write a row only once. */
export const lastOfStreams = <E extends Event>(events: ReadonlyArray<Recorded<E>>) => [
  ...new Map(events.map((recorded) => [recorded.streamId, recorded])).values()
]

import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Uuid } from "@media/kernel/Ids"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Event, Recorded } from "./Event.ts"

/**
 * Writes a run of events of one type, in the order of the log. No stream occurs twice in a run: one set-based
 * statement may write it. Only the events may be used, never the clock: a rebuild must give equal rows.
 */
export type ProjectionHandler<E extends Event> = (
  events: ReadonlyArray<Recorded<E>>
) => Effect.Effect<unknown, SqlError, SqlClient>

export interface Projection {
  readonly name: string
  /** The tables this projection alone writes; a rebuild replaces exactly these. */
  readonly tables: ReadonlyArray<string>
  readonly handlers: Readonly<Record<string, ProjectionHandler<never>>>
}

interface TypedProjection<E extends Event> extends Omit<Projection, "handlers"> {
  readonly handlers: { readonly [Tag in E["_tag"]]: ProjectionHandler<Extract<E, { readonly _tag: Tag }>> }
}

/** A missing handler and one too many are both compile errors. */
export function projection<E extends Event>(options: TypedProjection<E>): Projection
export function projection(options: Projection): Projection {
  return options
}

/** What an event's place in the log adds to the columns of its row: `Schema.Struct({...recordedFields, ...Edited.fields})`. */
export const recordedFields = { id: Uuid, at: Schema.DateFromSelf }

/** The row of an event for `recordset` of `pg/Rows`, which takes of it what its schema names; `id` is the stream's. */
export const recordedRow = <E extends Event>({ at, event, streamId, version }: Recorded<E>) => ({
  ...event,
  id: streamId,
  version,
  at
})

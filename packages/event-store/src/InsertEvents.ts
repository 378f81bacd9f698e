import * as SqlClient from "@effect/sql/SqlClient"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Event, EventMeta, Recorded } from "./Event.ts"

/** Events for one stream, to append after `expectedVersion` (0 for a new stream). */
export interface StreamAppend<E extends Event = Event> {
  readonly streamId: string
  readonly expectedVersion: number
  readonly events: ReadonlyArray<E>
  /** `undoes` for the metadata of these events. See `EventMeta`. */
  readonly undoes?: ReadonlyArray<number>
}

const InsertedRow = Schema.Struct({
  position: Schema.Number,
  version: Schema.Number,
  stream_id: Schema.String,
  at: Schema.DateFromSelf
})
type InsertedRow = typeof InsertedRow.Type

const AppendedRow = Schema.Struct({
  n: Schema.Int,
  streamId: Uuid,
  version: Schema.Int,
  type: Schema.String,
  data: Schema.Unknown,
  undoes: Schema.NullOr(Schema.Unknown)
})

const keyOf = (streamId: string, version: number): string => `${streamId}/${version}`

/**
 * Inserts events. If one of the versions is already taken, the statement fails with a violation of
 * `events_stream_version` and inserts nothing.
 */
export const insertEvents = <E extends Event>(appends: ReadonlyArray<StreamAppend<E>>, meta: EventMeta) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const inserted = yield* rowsOf(InsertedRow)(insertStatement(sql, appends, meta, "returning"))
    return recordedOf(appends, meta, inserted)
  })

/**
 * Inserts events only into streams that still have the expected version, and returns the ids of the other streams as
 * `moved`. Must run inside a transaction. Waits for concurrent appends to the same streams. Callers must pass the
 * streams in the order of their ids, so that two batches with the same streams wait for each other instead of
 * deadlocking.
 */
export const insertUnlessMoved = <E extends Event>(
  appends: ReadonlyArray<StreamAppend<E>>,
  meta: EventMeta
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const inserted = yield* rowsOf(InsertedRow)(
      insertStatement(
        sql,
        appends,
        meta,
        "on conflict on constraint events_stream_version do nothing returning"
      )
    )
    const keys = new Set(inserted.map(({ stream_id, version }) => keyOf(stream_id, version)))
    const isTaken = ({ events, expectedVersion, streamId }: StreamAppend) =>
      events.some((_, index) => !keys.has(keyOf(streamId, expectedVersion + index + 1)))
    const moved = new Set(appends.filter(isTaken).map(({ streamId }) => streamId))
    // If several events were to be inserted into a moved stream, the versions of the later ones may have been free.
    // Delete those events again.
    const stray = inserted.filter((row) => moved.has(row.stream_id)).map(({ position }) => position)
    if (stray.length > 0) yield* sql`delete from events where position = any(${stray}::bigint[])`
    if (moved.size > 0) yield* leadBatch(stray, inserted)
    const kept = appends.filter(({ streamId }) => !moved.has(streamId))
    return { recorded: recordedOf(kept, meta, inserted), moved }
  })

/**
 * Removes `follows` from the first inserted event of the batch. The original first event, which has no `follows`, may
 * belong to a moved stream and is then not inserted.
 */
const leadBatch = (stray: ReadonlyArray<number>, inserted: ReadonlyArray<InsertedRow>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const removed = new Set(stray)
    const kept = inserted.map(({ position }) => position).filter((position) => !removed.has(position))
    if (kept.length === 0) return
    yield* sql`update events set meta = meta - 'follows' where position = ${kept.reduce((a, b) => Math.min(a, b))} and meta ? 'follows'`
  })

const insertStatement = (
  sql: SqlClient.SqlClient,
  appends: ReadonlyArray<StreamAppend>,
  meta: EventMeta,
  returning: string
) => {
  const rows = appends
    .flatMap(({ events, expectedVersion, streamId, undoes }) =>
      events.map(({ _tag, ...data }, index) => ({
        streamId,
        version: expectedVersion + index + 1,
        type: _tag,
        data,
        undoes: undoes === undefined ? null : { undoes }
      }))
    )
    .map((row, n) => ({ n, ...row }))
  const following = meta.batchId === undefined ? meta : { ...meta, follows: true }
  return sql`
    insert into events (stream_id, version, type, data, meta)
    select x.stream_id, x.version, x.type, x.data,
           case when x.n = 0 then ${JSON.stringify(meta)}::jsonb else ${JSON.stringify(following)}::jsonb end
             || coalesce(nullif(x.undoes, 'null'), '{}')
    from ${recordset(AppendedRow, rows, { key: [] }).from}
    order by x.n
    ${sql.literal(returning)} position, version, stream_id, at`
}

/** Returns the inserted events in the order of `appends`. PostgreSQL may return the inserted rows in any order. */
const recordedOf = <E extends Event>(
  appends: ReadonlyArray<StreamAppend<E>>,
  meta: EventMeta,
  inserted: ReadonlyArray<InsertedRow>
): ReadonlyArray<Recorded<E>> => {
  const byKey = new Map(inserted.map((row) => [keyOf(row.stream_id, row.version), row]))
  return appends.flatMap(({ events, expectedVersion, streamId, undoes }) =>
    events.map((event, index): Recorded<E> => {
      const { at, position, version } = byKey.get(keyOf(streamId, expectedVersion + index + 1))!
      return {
        ...{ event, streamId, version, position, at },
        meta: undoes === undefined ? meta : { ...meta, undoes }
      }
    })
  )
}

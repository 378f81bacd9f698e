import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { rowOf, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Recorded } from "./Event.ts"
import { EventRegistry } from "./EventRegistry.ts"
import { horizon } from "./Horizon.ts"
import { quarantine } from "./Quarantine.ts"
import { decodeRow, eventColumns, EventRow } from "./Rows.ts"

/**
 * The point up to which a reader has read the log. Cursors are ordered by transaction id before position, because
 * positions are assigned before the commit: a later event may be committed first. In a test with eight concurrent
 * writers, a reader that used only positions missed 27% of the events.
 */
export type FeedCursor = typeof Cursor.Type
const Cursor = Schema.Struct({ xid: Schema.String, position: Schema.Number })

export const feedStart: FeedCursor = { xid: "0", position: 0 }

/**
 * Returns a cursor at the end of the log, for readers that need only new events. Events of transactions that are still
 * running come after it.
 */
export const feedEnd = Effect.map(horizon, (xid): FeedCursor => ({ xid, position: -1 }))

/** Returns a cursor after all events that could be read now, for readers that do not need these events. */
export const skipFeed = Effect.fn("eventFeed.skip")(function* (cursor: FeedCursor) {
  const sql = yield* SqlClient.SqlClient
  const end = yield* horizon
  const last = yield* rowOf(Cursor)(sql`
    select xid::text as xid, position from events
    where (xid, position) > (${cursor.xid}::xid8, ${cursor.position}::bigint)
      and xid < ${end}::xid8
    order by events.xid desc, position desc
    limit 1`)
  return Option.getOrElse(last, () => cursor)
})

export interface FeedBatch {
  readonly cursor: FeedCursor
  readonly events: ReadonlyArray<Recorded>
  /** Events that SQL functions wrote (`jobs.*`), as stored rows. */
  readonly raw: ReadonlyArray<EventRow>
  /** True if the batch reached the limit, so that more events can probably be read immediately. */
  readonly isFull: boolean
}

/**
 * Returns up to `limit` events after `cursor`. Does not return events that a running transaction could still precede
 * with its own events, because the reader would miss those. Events that cannot be decoded are quarantined and omitted.
 */
export const readFeed = Effect.fn("eventFeed.read")(function* (cursor: FeedCursor, limit: number) {
  const sql = yield* SqlClient.SqlClient
  const registry = yield* EventRegistry
  const end = yield* horizon
  const rows = yield* rowsOf(EventRow)(sql`
    select ${sql.literal(eventColumns)} from events
    where (xid, position) > (${cursor.xid}::xid8, ${cursor.position}::bigint)
      and xid < ${end}::xid8
    order by events.xid, position
    limit ${limit}`)
  const events: Array<Recorded> = []
  const raw: Array<EventRow> = []
  for (const row of rows) {
    if (registry.isRaw(row.type)) {
      raw.push(row)
      continue
    }
    const decoded = decodeRow(registry, row)
    if (Either.isRight(decoded)) events.push(decoded.right)
    else yield* quarantine(decoded.left)
  }
  const last = rows.at(-1)
  return {
    cursor: last === undefined ? cursor : { xid: last.xid, position: last.position },
    events,
    raw,
    isFull: rows.length === limit
  } satisfies FeedBatch
}) as (
  cursor: FeedCursor,
  limit: number
) => Effect.Effect<FeedBatch, SqlError, SqlClient.SqlClient | EventRegistry>

import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Recorded } from "./Event.ts"
import { EventRegistry, type Registry } from "./EventRegistry.ts"
import type { Projection } from "./Projection.ts"
import { project } from "./Projector.ts"
import { quarantine } from "./Quarantine.ts"
import { decodeRow, eventColumns, EventRow } from "./Rows.ts"

const batchSize = 2_000
const Position = Schema.Struct({ position: Schema.Number })
const Columns = Schema.Struct({ columns: Schema.String })
const Differences = Schema.Struct({ onlyLive: Schema.Number, onlyRebuilt: Schema.Number })

/**
 * The result of a rebuild. `onlyLive` and `onlyRebuilt` are the numbers of rows that exist only in the live table or
 * only in the rebuilt one. Both are 0 if the live table is consistent with the log.
 */
export interface RebuildReport {
  readonly projection: string
  readonly events: number
  readonly tables: ReadonlyArray<{
    readonly table: string
    readonly onlyLive: number
    readonly onlyRebuilt: number
  }>
}

const lastPosition = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    rowOf(Position)(sql`select coalesce(max(position), 0) as position from public.events`),
    (row) => Option.getOrThrow(row).position
  )
)

/**
 * Waits until the running appends have ended, and then returns the last position in the log. All events up to this
 * position are committed. The wait is necessary because an append gets its positions before it commits. New appends are
 * blocked only during one statement.
 */
const settledPosition = transaction(
  Effect.gen(function* () {
    yield* lockLog
    return yield* lastPosition
  })
)

const lockLog = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`lock table public.events in share row exclusive mode`
)

/**
 * Returns event types that need not be read, because the projection does not handle them. Omits old types that have an
 * upcast, because their events may be converted to a type that the projection handles.
 */
const irrelevantTypes = (projection: Projection, registry: Registry): ReadonlyArray<string> =>
  registry.tags.filter((tag) => !(tag in projection.handlers))

/**
 * Projects a batch of events after the position `after`, up to and including `upTo`, into the shadow tables. Returns
 * the position that was reached and the number of events.
 */
const applyRange = (projection: Projection, after: number, upTo: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const registry = yield* EventRegistry
    yield* sql`set local search_path to rebuild, public`
    const ignoredTypes = irrelevantTypes(projection, registry) as Array<string>
    const rows = yield* rowsOf(EventRow)(sql`
      select ${sql.literal(eventColumns)} from public.events
      where position > ${after} and position <= ${upTo}
        and type not like 'jobs.%' and type <> all(${ignoredTypes}::text[])
      order by position limit ${batchSize}`)
    const recorded: Array<Recorded> = []
    for (const row of rows) {
      if (registry.isRaw(row.type)) continue
      const decoded = decodeRow(registry, row)
      if (Either.isRight(decoded)) recorded.push(decoded.right)
      else yield* quarantine(decoded.left)
    }
    yield* project([projection], recorded)
    return { count: recorded.length, position: rows.length < batchSize ? upTo : rows.at(-1)!.position }
  })

/**
 * Returns the columns of a table that a projection writes, separated by commas. Generated and identity columns are
 * omitted, because the database computes them.
 */
const writtenColumns = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(
      Columns
    )(sql`select string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_attribute where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and attidentity = ''`)
    return sql.literal(Option.getOrThrow(row).columns)
  })

const compare = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const live = sql.literal(`public.${table}`)
    const shadow = sql.literal(`rebuild.${table}`)
    const columns = yield* writtenColumns(table)
    const row = yield* rowOf(Differences)(sql`select
      (select count(*)::int from (select ${columns} from ${live} except all select ${columns} from ${shadow}) a)
        as "onlyLive",
      (select count(*)::int from (select ${columns} from ${shadow} except all select ${columns} from ${live}) b)
        as "onlyRebuilt"`)
    return { table, ...Option.getOrThrow(row) }
  })

/** The position in the log up to which events were projected into the shadow tables, and the number of these events. */
interface Reached {
  readonly position: number
  readonly events: number
}

/**
 * Rebuilds a projection from the log, and compares the rebuilt tables with the live tables. The rebuilt tables are
 * shadow tables, which have the same names in the schema `rebuild`. With `replace`, the rebuilt rows replace the live
 * rows. During a rebuild, other transactions can append events: appends are blocked only while the last events are
 * projected.
 *
 * The rebuild reads events in the order of their positions, not in the order of their transaction ids. A transaction
 * that got its id early may have appended its events late, and these events may build on events of transactions with a
 * higher id.
 */
export const rebuild = Effect.fn("eventStore.rebuild")(function* (
  projection: Projection,
  options: { readonly replace: boolean }
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create schema if not exists rebuild`
  for (const table of projection.tables) {
    yield* sql`drop table if exists ${sql.literal(`rebuild.${table}`)}`
    yield* sql`create table ${sql.literal(`rebuild.${table}`)} (like ${sql.literal(`public.${table}`)} including all)`
  }
  const advance = (from: Reached, upTo: number) =>
    Effect.map(applyRange(projection, from.position, upTo), ({ count, position }) => ({
      position,
      events: from.events + count
    }))
  const settled = yield* settledPosition
  let before: Reached = { position: 0, events: 0 }
  while (before.position < settled) before = yield* transaction(advance(before, settled))

  const report = yield* transaction(
    Effect.gen(function* () {
      yield* lockLog
      const end = yield* lastPosition
      // Start from the last committed position. PostgreSQL may abort this transaction because of a deadlock, and it is
      // then retried from here.
      let reached = before
      while (reached.position < end) reached = yield* advance(reached, end)
      const tables = yield* Effect.forEach(projection.tables, compare)
      if (options.replace) {
        for (const table of projection.tables) {
          const columns = yield* writtenColumns(table)
          yield* sql`truncate ${sql.literal(`public.${table}`)}`
          yield* sql`insert into ${sql.literal(`public.${table}`)} (${columns})
            select ${columns} from ${sql.literal(`rebuild.${table}`)}`
        }
      }
      return { projection: projection.name, events: reached.events, tables } satisfies RebuildReport
    })
  )
  for (const table of projection.tables) yield* sql`drop table ${sql.literal(`rebuild.${table}`)}`
  return report
})

/** Rebuilds the registered projections one at a time. */
export const rebuildAll = (options: { readonly replace: boolean }) =>
  Effect.flatMap(EventRegistry, (registry) =>
    Effect.forEach(registry.projections, (projection) => rebuild(projection, options))
  )

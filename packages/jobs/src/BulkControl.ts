import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { matching, type RunFilter } from "./RunFilter.ts"

/**
 * A selection of the runs that match a filter. `upTo` is a run id. Runs that were queued after that run are excluded,
 * because the caller has not seen these runs.
 */
export interface RunSelection extends RunFilter {
  readonly upTo?: string
}

/**
 * Number of runs in a selection that each action would change now. `upTo` is the id of the newest run of all queues.
 */
export interface BulkPreview {
  readonly retry: number
  readonly cancel: number
  readonly clear: number
  readonly upTo: string | null
}

type Action = "retry" | "cancel" | "clear"

/**
 * Returns the states that an action applies to. Canceling does not apply to exhausted runs (4), because it would hide
 * their errors. Canceled runs (5) are retried only if the filter selects canceled runs.
 */
const statesOf = (action: Action, filter: RunFilter): ReadonlyArray<number> =>
  ({ retry: filter.status === "cancelled" ? [5] : [3, 4], cancel: [0, 1, 3], clear: [2, 5] })[action]

/**
 * Maximum number of runs per statement. Deleting 2,000 runs held the queue's lock for 11 ms (PostgreSQL 18, 2 shared
 * cores).
 */
const chunk = 2_000

const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))
const Counts = Schema.Tuple(Schema.Struct({ count: Schema.Number }))
const Preview = Schema.Tuple(
  Schema.Struct({
    retry: Schema.Number,
    cancel: Schema.Number,
    clear: Schema.Number,
    up_to: Schema.NullOr(Schema.String)
  })
)

/** Counts the runs of a selection that each of the three bulk actions would change. */
export const previewBulk = Effect.fn("jobs.previewBulk")(function* ({ upTo: _, ...filter }: RunSelection) {
  const sql = yield* SqlClient.SqlClient
  const where = yield* matching(filter)
  const states = (action: Action) => [...statesOf(action, filter)]
  const rows = yield* sql`select
    count(*) filter (where state = any(${states("retry")}::smallint[]))::int as retry,
    count(*) filter (where state = any(${states("cancel")}::smallint[]))::int as cancel,
    count(*) filter (where state = any(${states("clear")}::smallint[]))::int as clear,
    (select id from jobs order by id desc limit 1) as up_to
    from job_runs where ${where}`
  const [{ up_to, ...counts }] = yield* Effect.orDie(Schema.decodeUnknown(Preview)(rows))
  return { ...counts, upTo: up_to } satisfies BulkPreview
})

/**
 * Calls `act` with the ids of all selected runs, in chunks and in the order of the ids. Returns the sum of the results.
 */
const forSelected = (
  action: Action,
  { upTo, ...filter }: RunSelection,
  act: (ids: ReadonlyArray<string>) => Effect.Effect<number, SqlError, SqlClient.SqlClient>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const where = yield* matching(filter)
    const states = [...statesOf(action, filter)]
    // Without an upper bound, an action would never end on a queue that keeps filling up.
    const end = upTo ?? (yield* previewBulk(filter)).upTo
    let total = 0
    let last = "00000000-0000-0000-0000-000000000000"
    while (end !== null) {
      const rows = yield* sql`select id from job_runs
        where ${where} and state = any(${states}::smallint[]) and id > ${last}::uuid and id <= ${end}::uuid
        order by id limit ${chunk}`
      const ids = (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).map(({ id }) => id)
      if (ids.length === 0) break
      last = ids.at(-1)!
      total += yield* act(ids)
    }
    return total
  })

const counted = (rows: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknown(Counts)(rows)), ([{ count }]) => count)

/**
 * Cancels runs that are queued, started or waiting for a retry. `by` is the caller's username. Returns the number of
 * canceled runs.
 */
export const cancelSelected = Effect.fn("jobs.cancelSelected")((selection: RunSelection, by?: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    forSelected("cancel", selection, (ids) =>
      Effect.flatMap(
        sql`select count(*)::int as count from jobs_cancel(${[...ids]}::uuid[], null, ${by ?? null}::text)`,
        counted
      )
    )
  )
)

/** Queues failed runs again, except runs with an unfinished duplicate. Returns the number of queued runs. */
export const retrySelected = Effect.fn("jobs.retrySelected")((selection: RunSelection) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    forSelected("retry", selection, (ids) =>
      Effect.flatMap(sql`select count(*)::int as count from jobs_retry(${[...ids]}::uuid[], null)`, counted)
    )
  )
)

/** Deletes completed and canceled runs with their logs. Returns the number of deleted runs. */
export const clearSelected = Effect.fn("jobs.clearSelected")((selection: RunSelection) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    forSelected("clear", selection, (ids) =>
      Effect.flatMap(sql`select jobs_delete(${[...ids]}::uuid[]) as count`, counted)
    )
  )
)

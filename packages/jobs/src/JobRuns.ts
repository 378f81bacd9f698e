import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp, type Timestamp } from "@media/kernel/Timestamp"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { JobError } from "./Failures.ts"
import type { QueueName } from "./QueueDef.ts"
import { JobError as JobErrorSchema } from "./Failures.ts"
import { jobRunColumns, JobRunRow, toJobRun, type JobRun } from "./JobRun.ts"
import { totals, type Totals } from "./QueueSummaries.ts"
import { matching, type RunFilter } from "./RunFilter.ts"
import { partOrder, partsOf, windowsOf } from "./RunOrder.ts"

export interface JobRunFilter extends RunFilter {
  /** The page number, starting at 1. */
  readonly page: number
  readonly perPage: number
  /** `newest`: most recently queued first. `active`: the order of `listActive`. */
  readonly sort?: "newest" | "active"
}

/** An attempt that failed or was interrupted. The outcome of the newest attempt is also the outcome of the run. */
export interface JobAttempt {
  readonly attempt: number
  readonly startedAt: Timestamp | null
  readonly finishedAt: Timestamp
  readonly error: JobError | null
}

/** A log line. The level `command` marks a command line that the run executed. */
export interface JobLogLine {
  readonly attempt: number
  readonly at: Timestamp
  readonly level: string
  readonly text: string
}

export interface JobRunDetail {
  readonly run: JobRun
  /** The run that queued this run, if that run still exists. */
  readonly parent: JobRun | undefined
  readonly alike: number
  readonly payload: unknown
  readonly failedAttempts: ReadonlyArray<JobAttempt>
  readonly logLines: ReadonlyArray<JobLogLine>
  /** The last command line that the run recorded. */
  readonly command: string | null
}

export const decodeRuns = (rows: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknown(Schema.Array(JobRunRow))(rows)), (runs) => runs.map(toJobRun))

const Total = Schema.Tuple(Schema.Struct({ total: Schema.Number }))
const LogRow = Schema.Struct({
  attempt: Schema.Number,
  at: Schema.DateFromSelf,
  level: Schema.String,
  text: Schema.String
})
const AttemptRow = Schema.Struct({
  attempt: Schema.Number,
  started_at: Schema.NullOr(Schema.DateFromSelf),
  finished_at: Schema.DateFromSelf,
  error: Schema.NullOr(JobErrorSchema)
})
const Counts = Schema.Array(Schema.Struct({ state: Schema.Number, count: Schema.Number }))
const PayloadRow = Schema.Tuple(Schema.Struct({ payload: Schema.Unknown }))

/** Returns a page of runs, and the number of runs that match the filter. */
export const list = Effect.fn("jobs.list")(function* ({ sort = "newest", ...filter }: JobRunFilter) {
  if (sort === "active") return yield* listActive(filter)
  const sql = yield* SqlClient.SqlClient
  const where = yield* matching(filter)
  const rows = yield* sql`select ${sql.literal(jobRunColumns)} from job_runs where ${where}
    order by id desc limit ${filter.perPage} offset ${(filter.page - 1) * filter.perPage}`
  const counted = yield* sql`select count(*)::int as total from job_runs where ${where}`
  const [{ total }] = yield* Effect.orDie(Schema.decodeUnknown(Total)(counted))
  return { items: yield* decodeRuns(rows), total }
})

/** Counts the matching runs per status. Ignores the status in the filter. */
export const totalsOf = Effect.fn("jobs.totalsOf")(function* ({ status: _, ...filter }: RunFilter) {
  const sql = yield* SqlClient.SqlClient
  if (Object.keys(filter).length === 0) return yield* totals()
  const rows = yield* sql`select state, count(*)::int as count from job_runs
    where ${yield* matching(filter)} group by state`
  const counted = new Map(
    (yield* Effect.orDie(Schema.decodeUnknown(Counts)(rows))).map(({ count, state }) => [state, count])
  )
  const of = (state: number): number => counted.get(state) ?? 0
  return {
    queued: of(0),
    started: of(1),
    completed: of(2),
    failed: of(3) + of(4),
    retrying: of(3),
    cancelled: of(5)
  } satisfies Totals
})

/**
 * Returns a page of runs in this order:
 * - running runs
 * - queued runs, in the order in which they start
 * - runs that wait for a retry, in the order of their retry times
 * - finished runs, latest first
 *
 * Also returns the number of matching runs per status.
 */
export const listActive = Effect.fn("jobs.listActive")(function* (filter: JobRunFilter) {
  const sql = yield* SqlClient.SqlClient
  const totals = yield* totalsOf(filterOnly(filter))
  const where = yield* matching(filterOnly(filter))
  const parts = partsOf(filter.status, totals)
  const items: Array<JobRun> = []
  for (const { limit, name, offset } of windowsOf(
    parts,
    (filter.page - 1) * filter.perPage,
    filter.perPage
  )) {
    const { order, states } = partOrder[name]
    // The inner query sorts only ids. If it also sorted the payloads, PostgreSQL would sort 100,000 rows on disk.
    const rows = yield* sql`select ${sql.literal(jobRunColumns)} from job_runs join (
        select id, row_number() over () as n from (
          select id from job_runs where ${where} and state in (${sql.literal(states)})
          order by ${sql.literal(order)} limit ${limit} offset ${offset}) sorted
      ) page using (id) order by n`
    items.push(...(yield* decodeRuns(rows)))
  }
  // A run that moves to the next part of the list between two statements is found in both parts. The map keeps only its
  // newest row.
  const known = new Map(items.map((run) => [run.id, run]))
  return { items: [...known.values()], total: parts.reduce((sum, { count }) => sum + count, 0), totals }
})

const filterOnly = ({ page: _page, perPage: _perPage, sort: _sort, ...filter }: JobRunFilter): RunFilter =>
  filter

/** Returns the newest unfinished or failed run of a queue for a target. Undefined if there is no such run. */
export const unfinished = Effect.fn("jobs.unfinished")(function* (queue: QueueName, targetId: string) {
  const sql = yield* SqlClient.SqlClient
  // The states are literals, because PostgreSQL uses the partial index on targets only if they match its condition.
  const [run] = yield* decodeRuns(
    yield* sql`select ${sql.literal(jobRunColumns)} from job_runs
      where queue_name = ${queue} and target_id = ${targetId} and state in (0, 1, 3, 4) order by id desc limit 1`
  )
  return run
})

/** Returns the runs with these ids, in no particular order. Unknown ids are omitted. */
export const byIds = Effect.fn("jobs.byIds")(function* (ids: ReadonlyArray<string>) {
  if (ids.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  return yield* decodeRuns(
    yield* sql`select ${sql.literal(jobRunColumns)} from job_runs where id = any(${ids}::uuid[])`
  )
})

/** Returns a run with its failed attempts and log lines. Undefined if the run does not exist. */
export const detail = Effect.fn("jobs.detail")(function* (jobRunId: string) {
  const [run] = yield* byIds([jobRunId])
  if (run === undefined) return undefined
  const sql = yield* SqlClient.SqlClient
  const [{ payload }] = yield* Effect.orDie(
    Schema.decodeUnknown(PayloadRow)(yield* sql`select payload from job_runs where id = ${jobRunId}::uuid`)
  )
  const attempts = yield* Effect.orDie(
    Schema.decodeUnknown(Schema.Array(AttemptRow))(
      yield* sql`select attempt, started_at, finished_at, error from job_attempts
        where job_run_id = ${jobRunId}::uuid order by attempt`
    )
  )
  const lines = yield* Effect.orDie(
    Schema.decodeUnknown(Schema.Array(LogRow))(
      yield* sql`select attempt, at, level, text from job_log_lines
        where job_run_id = ${jobRunId}::uuid order by line`
    )
  )
  const reason = run.error?.reason ?? run.error?.message
  const others =
    run.status === "failed" && reason !== undefined ? (yield* totalsOf({ reason })).failed - 1 : 0
  const found: JobRunDetail = {
    run,
    parent: run.parentJobRunId === null ? undefined : (yield* byIds([run.parentJobRunId]))[0],
    alike: Math.max(0, others),
    payload,
    failedAttempts: attempts.map((row) => ({
      attempt: row.attempt,
      startedAt: row.started_at === null ? null : toTimestamp(row.started_at),
      finishedAt: toTimestamp(row.finished_at),
      error: row.error
    })),
    logLines: lines.map((row) => ({ ...row, at: toTimestamp(row.at) })),
    command: lines.findLast((row) => row.level === "command")?.text ?? null
  }
  return found
})

import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp, type Timestamp } from "@media/kernel/Timestamp"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { JobStatus } from "./JobRun.ts"
import { paceOf } from "./Pace.ts"

export interface QueueSummary {
  readonly name: string
  readonly label: string
  /** Maximum number of concurrent jobs over all workers. */
  readonly concurrency: number
  readonly isPaused: boolean
  /** Number of jobs that may be claimed now. Delayed jobs are excluded. */
  readonly queued: number
  readonly started: number
  readonly failed: number
  readonly failedLastDay: number
  readonly completedLastHour: number
  readonly oldestQueuedAt: Timestamp | null
  /** Number of jobs that finish per second. Null if unknown. */
  readonly perSecond: number | null
  /** Seconds until the queue is empty: 0 if the queue is empty, null if the time is unknown. */
  readonly etaSeconds: number | null
}

/**
 * A worker and its last heartbeat. Workers send a heartbeat every ten seconds. A worker without a heartbeat for 30
 * seconds counts as dead.
 */
export interface WorkerPresence {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly queues: ReadonlyArray<string>
  readonly startedAt: Timestamp
  readonly seenAt: Timestamp
  /** Time at which the worker stopped on purpose. Null while the worker runs, and for a worker that was killed. */
  readonly stoppedAt: Timestamp | null
}

const SummaryRow = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  concurrency: Schema.Number,
  is_paused: Schema.Boolean,
  queued: Schema.Number,
  started: Schema.Number,
  failed: Schema.Number,
  failed_last_day: Schema.Number,
  completed_last_hour: Schema.Number,
  oldest_queued_at: Schema.NullOr(Schema.DateFromSelf),
  minutes: Schema.Array(
    Schema.Struct({
      age: Schema.Number,
      settled: Schema.Number,
      busyMs: Schema.Number,
      firstAge: Schema.Number
    })
  )
})

const WorkerRow = Schema.Struct({
  id: Schema.String,
  host: Schema.String,
  pid: Schema.Number,
  queues: Schema.Array(Schema.String),
  started_at: Schema.DateFromSelf,
  seen_at: Schema.DateFromSelf,
  stopped_at: Schema.NullOr(Schema.DateFromSelf)
})

const TotalsRow = Schema.Tuple(
  Schema.Struct({
    queued: Schema.Number,
    started: Schema.Number,
    completed: Schema.Number,
    failed: Schema.Number,
    retrying: Schema.Number,
    cancelled: Schema.Number
  })
)

/** Number of runs per status. `retrying` counts the `failed` runs that will be retried. */
export type Totals = Readonly<Record<JobStatus | "retrying", number>>

/** Returns a summary of every queue, in the order of the queue ids. */
export const queueSummaries = Effect.fn("jobs.queueSummaries")(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select q.name, q.label, q.concurrency, q.is_paused,
      (select count(*)::int from jobs j where j.queue = q.id and j.state = 0 and j.run_at is null) as queued,
      (select count(*)::int from jobs j where j.queue = q.id and j.state = 1) as started,
      (select count(*)::int from jobs j where j.queue = q.id and j.state in (3, 4)) as failed,
      (select count(*)::int from jobs j where j.queue = q.id and j.state in (3, 4)
        and j.finished_at > now() - interval '1 day') as failed_last_day,
      (select coalesce(sum(t.completed), 0)::int from job_throughput t
        where t.queue = q.id and t.minute > now() - interval '1 hour') as completed_last_hour,
      (select j.queued_at from jobs j where j.queue = q.id and j.state = 0 and j.run_at is null
        order by j.priority, j.id limit 1)
        as oldest_queued_at,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'age', extract(epoch from now() - t.minute), 'settled', t.completed + t.failed,
          'busyMs', t.busy_ms, 'firstAge', extract(epoch from now() - t.first_at)) order by t.minute desc), '[]')
        from job_throughput t where t.queue = q.id and t.minute > now() - interval '30 min' and t.first_at is not null)
        as minutes
    from queues q order by q.id`
  const summaries = yield* Effect.orDie(Schema.decodeUnknown(Schema.Array(SummaryRow))(rows))
  return summaries.map((row): QueueSummary => ({
    name: row.name,
    label: row.label,
    concurrency: row.concurrency,
    isPaused: row.is_paused,
    queued: row.queued,
    started: row.started,
    failed: row.failed,
    failedLastDay: row.failed_last_day,
    completedLastHour: row.completed_last_hour,
    oldestQueuedAt: row.oldest_queued_at === null ? null : toTimestamp(row.oldest_queued_at),
    ...paceOf({
      queued: row.queued,
      started: row.started,
      isPaused: row.is_paused,
      minutes: row.minutes
    })
  }))
})

/** Counts all runs by status. */
export const totals = Effect.fn("jobs.totals")(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select
    (select count(*)::int from jobs where state = 0 and run_at is null)
      + (select count(*)::int from jobs where state = 0 and run_at is not null) as queued,
    (select count(*)::int from jobs where state = 1) as started,
    (select count(*)::int from jobs where state = 2) as completed,
    (select count(*)::int from jobs where state in (3, 4)) as failed,
    (select count(*)::int from jobs where state = 3) as retrying,
    (select count(*)::int from jobs where state = 5) as cancelled`
  const [counts] = yield* Effect.orDie(Schema.decodeUnknown(TotalsRow)(rows))
  return counts satisfies Totals
})

/** Returns the workers seen within the last day, the newest heartbeat first. */
export const workers = Effect.fn("jobs.workers")(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id, host, pid, queues, started_at, seen_at, stopped_at
    from workers order by seen_at desc`
  const seen = yield* Effect.orDie(Schema.decodeUnknown(Schema.Array(WorkerRow))(rows))
  return seen.map((row): WorkerPresence => ({
    id: row.id,
    host: row.host,
    pid: row.pid,
    queues: row.queues,
    startedAt: toTimestamp(row.started_at),
    seenAt: toTimestamp(row.seen_at),
    stoppedAt: row.stopped_at === null ? null : toTimestamp(row.stopped_at)
  }))
})

import { toTimestamp, type Timestamp } from "@media/kernel/Timestamp"
import * as Schema from "effect/Schema"
import { JobError } from "./Failures.ts"
import { Progress } from "./JobContext.ts"

export const JobStatus = Schema.Literal("queued", "started", "completed", "failed", "cancelled")
export type JobStatus = typeof JobStatus.Type

const nullableDate = Schema.NullOr(Schema.DateFromSelf)

/** A row of the view `job_runs`. */
export const JobRunRow = Schema.Struct({
  id: Schema.String,
  queue_name: Schema.String,
  queue_label: Schema.String,
  status: JobStatus,
  attempts: Schema.Number,
  max_attempts: Schema.Number,
  is_exhausted: Schema.Boolean,
  rev: Schema.Number,
  priority: Schema.Number,
  target_type: Schema.String,
  target_id: Schema.String,
  target_label: Schema.String,
  triggered_by: Schema.String,
  parent_job_run_id: Schema.NullOr(Schema.String),
  batch_id: Schema.NullOr(Schema.String),
  progress: Schema.NullOr(Progress),
  result: Schema.Unknown,
  error: Schema.NullOr(JobError),
  queued_at: Schema.DateFromSelf,
  started_at: nullableDate,
  finished_at: nullableDate,
  next_retry_at: nullableDate,
  canceled_by: Schema.NullOr(Schema.String),
  retries: Schema.Number,
  waits_for: Schema.NullOr(Schema.Struct({ reason: Schema.String, otherwise: Schema.String }))
})

/** The columns of `JobRunRow`, as the text of a select list. */
export const jobRunColumns = Object.keys(JobRunRow.fields).join(", ")

/** A job run, as shown to operators. Timestamps are in ISO 8601 UTC. Absent values are null. */
export interface JobRun {
  readonly id: string
  readonly queueName: string
  readonly queueLabel: string
  readonly status: JobStatus
  readonly attempts: number
  readonly maxAttempts: number
  /** Number of attempts before the last manual retry, or before the run was requested again while it was running. */
  readonly earlierAttempts: number
  readonly isExhausted: boolean
  /** Increases with every transition: of two snapshots, the snapshot with the greater `rev` is newer. */
  readonly rev: number
  readonly priority: number
  readonly targetType: string
  readonly targetId: string
  readonly targetLabel: string
  readonly triggeredBy: string
  readonly parentJobRunId: string | null
  readonly batchId: string | null
  readonly progress: Progress | null
  readonly result: unknown
  readonly error: JobError | null
  readonly queuedAt: Timestamp
  readonly startedAt: Timestamp | null
  readonly finishedAt: Timestamp | null
  readonly nextRetryAt: Timestamp | null
  /** Time in milliseconds from start to end. Null until both are known. */
  readonly durationMs: number | null
  /**
   * The username of the user who canceled the run. Null if the run was not canceled, or if the server canceled it. If
   * the server canceled it, `error` may contain the reason.
   */
  readonly canceledBy: string | null
  /** Number of manual retries. */
  readonly retries: number
  /** The reason why a queued run does not start yet. Null if the run only waits for its turn or for its delay. */
  readonly waitsFor: string | null
}

/**
 * Maximum number of attempts before a run is exhausted. A manual retry (`jobs_retry`) allows the same number of
 * additional attempts.
 */
const attemptsAllowed = 15

const orNull = (date: Date | null): Timestamp | null => (date === null ? null : toTimestamp(date))

export const toJobRun = (row: typeof JobRunRow.Type): JobRun => ({
  id: row.id,
  queueName: row.queue_name,
  queueLabel: row.queue_label,
  status: row.status,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  earlierAttempts: Math.max(0, row.max_attempts - attemptsAllowed),
  isExhausted: row.is_exhausted,
  rev: row.rev,
  priority: row.priority,
  targetType: row.target_type,
  targetId: row.target_id,
  targetLabel: row.target_label,
  triggeredBy: row.triggered_by,
  parentJobRunId: row.parent_job_run_id,
  batchId: row.batch_id,
  progress: row.progress,
  result: row.result,
  error: row.error,
  queuedAt: toTimestamp(row.queued_at),
  startedAt: orNull(row.started_at),
  finishedAt: orNull(row.finished_at),
  nextRetryAt: orNull(row.next_retry_at),
  durationMs:
    row.started_at === null || row.finished_at === null
      ? null
      : Math.max(0, row.finished_at.getTime() - row.started_at.getTime()),
  canceledBy: row.canceled_by,
  retries: row.retries,
  waitsFor: row.waits_for?.reason ?? null
})

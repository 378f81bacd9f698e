import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull } from "@media/wire/Envelope"
import { OptionalBody, pageParams, SafeText } from "@media/wire/Query"
import { idPath, resource } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import { limits as queryLimits } from "@media/query/Tree"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { problemFields } from "../home/contract.ts"

export const JobStatus = Schema.Literal("queued", "started", "completed", "failed", "cancelled")
export type JobStatus = typeof JobStatus.Type

/** `active` means queued, running, or failed and waiting for a retry. */
const StatusFilter = Schema.Union(JobStatus, Schema.Literal("active"))

const JobError = Schema.Struct({
  message: Schema.String,
  detail: Schema.optional(Schema.String),
  /** The message without file names and numbers. Failures are grouped by reason. */
  reason: Schema.optional(Schema.String),
  /** True if a retry would have the same result. */
  isFinal: Schema.optional(Schema.Literal(true))
}).annotations({ identifier: "JobError" })

export const JobProgress = Schema.Struct({
  /** Progress in percent, from 0 to 100. */
  percent: Schema.optional(Schema.Number),
  phase: Schema.optional(Schema.String),
  detail: Schema.optional(
    Schema.Struct({
      frame: Schema.optional(Schema.Number),
      fps: Schema.optional(Schema.Number),
      speed: Schema.optional(Schema.Number),
      etaSeconds: Schema.optional(Schema.Number),
      bytes: Schema.optional(Schema.Number)
    })
  )
}).annotations({ identifier: "JobProgress" })

const runFields = {
  id: Uuid,
  queueName: Schema.String,
  queueLabel: Schema.String,
  status: JobStatus,
  /** Number of attempts so far. A retry continues the same run. */
  attempts: Schema.Int,
  maxAttempts: Schema.Int,
  /** Number of attempts before the last manual retry. `attempts` includes these attempts. */
  earlierAttempts: Schema.Int,
  targetType: Schema.NullOr(Schema.String),
  targetId: Schema.NullOr(Schema.String),
  targetLabel: Schema.NullOr(Schema.String),
  triggeredBy: Schema.NullOr(Schema.String),
  parentJobRunId: Schema.NullOr(Uuid),
  batchId: Schema.NullOr(Uuid),
  progress: Schema.NullOr(JobProgress),
  result: Schema.NullOr(Schema.Unknown),
  error: Schema.NullOr(JobError),
  /** Priority of the run. Runs with lower numbers start first. */
  priority: Schema.Int,
  queuedAt: Timestamp,
  startedAt: Schema.NullOr(Timestamp),
  finishedAt: Schema.NullOr(Timestamp),
  nextRetryAt: Schema.NullOr(Timestamp),
  /** Time in milliseconds between start and end, or null until the run has ended. */
  durationMs: Schema.NullOr(Schema.Number),
  /**
   * Username of the user who canceled the run. Null if the run was not canceled, or if the server canceled it. If the
   * server canceled the run, `error` may contain the reason.
   */
  canceledBy: Schema.NullOr(Schema.String),
  /** Number of manual retries. */
  retries: Schema.Int,
  /**
   * The reason why a queued run cannot start yet. Null if the run only waits for earlier runs or for its start time.
   */
  waitsFor: Schema.NullOr(Schema.String),
  /** True if the run failed and will not be retried automatically. */
  isExhausted: Schema.Boolean,
  /**
   * Revision of the run, which increases with every change. If a client has two versions of a run, the version with the
   * higher revision is newer.
   */
  rev: Schema.Int
}

export const JobRun = Schema.Struct(runFields).annotations({ identifier: "JobRun" })
export type JobRun = typeof JobRun.Type

export const JobRunDetail = Schema.Struct({
  ...runFields,
  payload: Schema.Unknown,
  /** The job that queued this job, if it still exists. */
  parent: Schema.NullOr(
    Schema.Struct({ id: Uuid, queueLabel: Schema.String, targetLabel: Schema.NullOr(Schema.String) })
  ),
  /** Number of other runs that failed for the same reason. */
  alike: Schema.Int,
  /** The command line of the last tool that the run started. */
  command: Schema.NullOr(Schema.String),
  /** Attempts that failed or were interrupted, oldest first. */
  failedAttempts: Schema.Array(
    Schema.Struct({
      attempt: Schema.Int,
      startedAt: Schema.NullOr(Timestamp),
      finishedAt: Timestamp,
      error: Schema.NullOr(JobError)
    })
  ),
  log: Schema.Array(
    Schema.Struct({
      attempt: Schema.Int,
      at: Timestamp,
      /** `debug`, `info`, `warn` or `error`, or `command` for a command line. */
      level: Schema.String,
      text: Schema.String
    })
  )
}).annotations({ identifier: "JobRunDetail" })
export type JobRunDetail = typeof JobRunDetail.Type

export const QueueSummary = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  concurrency: Schema.Int,
  isPaused: Schema.Boolean,
  queued: Schema.Int,
  started: Schema.Int,
  failed: Schema.Int,
  failedLastDay: Schema.Int,
  completedLastHour: Schema.Int,
  oldestQueuedAt: Schema.NullOr(Timestamp),
  /** Average number of jobs that finish per second, or null if unknown. */
  perSecond: Schema.NullOr(Schema.Number),
  /** Estimated seconds until the queue is empty. 0 if the queue is empty, null if unknown. */
  etaSeconds: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "QueueSummary" })
export type QueueSummary = typeof QueueSummary.Type

const queuePath = Schema.Struct({ queueName: Schema.String })
const runFilter = {
  status: Schema.optional(StatusFilter),
  queue: Schema.optional(SafeText(100)),
  targetType: Schema.optional(SafeText(100)),
  targetId: Schema.optional(SafeText(100)),
  /** Words in the label of the target or a complete id, and conditions such as `queue:probe -is:exhausted`. */
  q: Schema.optional(SafeText(queryLimits.text)),
  /** Selects runs that failed for this reason. The route for failure groups lists the reasons. */
  reason: Schema.optional(SafeText(4_000))
}
const mostIds = 2_000
const Ids = Schema.Array(Uuid).pipe(
  Schema.maxItems(mostIds, { message: () => `must have at most ${mostIds} ids` })
)
/**
 * Selects runs with the filter of the list. `ids` selects only these runs, and `except` excludes runs. `upTo` is the id
 * of the newest run when the runs were counted. Newer runs are not selected.
 */
const RunSelection = OptionalBody({
  ...runFilter,
  ids: Schema.optional(Ids),
  except: Schema.optional(Ids),
  upTo: Schema.optional(Uuid)
})
const BulkPreview = Schema.Struct({
  /** Number of runs that a retry would affect now. `cancel` and `clear` are the numbers for the other actions. */
  retry: Schema.Int,
  cancel: Schema.Int,
  clear: Schema.Int,
  /**
   * Id of the newest run, or null if no run exists. Send this id with the action, so that the action does not affect
   * runs that are queued later.
   */
  upTo: Schema.NullOr(Uuid)
})
const FailureGroup = Schema.Struct({
  reason: Schema.String,
  count: Schema.Int,
  /** Number of runs for which a retry would have the same result. */
  final: Schema.Int,
  /** Labels of the queues whose runs failed for this reason. */
  queues: Schema.Array(Schema.String),
  newestAt: Schema.NullOr(Timestamp),
  /** The newest run of the group. */
  jobRunId: Uuid
})
export type FailureGroup = typeof FailureGroup.Type
/**
 * Returns true for a valid time in ISO 8601. PostgreSQL alone would also accept "yesterday", and JavaScript alone would
 * accept February 31, which PostgreSQL rejects.
 */
const isInstant = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
const Instant = Schema.String.pipe(
  Schema.filter(isInstant, { message: () => "must be a timestamp such as 2026-01-31T12:00:00Z" })
)
const WorkSummary = Schema.Struct({
  running: Schema.Int,
  queued: Schema.Int,
  /** Failures since `failedSince`. The default is the caller's last review. */
  ...problemFields,
  /** Estimated seconds until all queues are empty. 0 if all queues are empty, null if unknown. */
  etaSeconds: Schema.NullOr(Schema.Number)
})
export type WorkSummary = typeof WorkSummary.Type
const ThroughputPoint = Schema.Struct({ at: Timestamp, completed: Schema.Int, failed: Schema.Int })
const Count = (identifier: string) => Ok(identifier, Schema.Struct({ count: Schema.Int }))

const jobs = resource({ name: "Job", path: "/api/jobs", detail: JobRunDetail, summary: JobRun })

export class JobsGroup extends HttpApiGroup.make("jobs")
  .add(
    jobs.list
      .setUrlParams(
        Schema.Struct({
          ...pageParams,
          ...runFilter,
          /**
           * `newest` sorts by queue time, newest first. `active` sorts running runs first, then queued runs in order,
           * then finished runs by end time.
           */
          sort: Schema.optionalWith(Schema.Literal("newest", "active"), { default: () => "newest" as const })
        })
      )
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.get("queues", "/api/jobs/queues").addSuccess(
      Ok("QueuesResponse", Schema.Struct({ items: Schema.Array(QueueSummary) }))
    )
  )
  .add(
    HttpApiEndpoint.get("bulkPreview", "/api/jobs/bulk-preview")
      .setUrlParams(Schema.Struct(runFilter))
      .addSuccess(Ok("BulkPreviewResponse", BulkPreview))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.post("previewSelection", "/api/jobs/bulk-preview")
      .setPayload(RunSelection)
      .addSuccess(Ok("SelectionPreviewResponse", BulkPreview))
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.get("summary", "/api/jobs/summary")
      .setUrlParams(Schema.Struct({ failedSince: Schema.optional(Instant) }))
      .addSuccess(Ok("WorkSummaryResponse", WorkSummary))
  )
  .add(
    HttpApiEndpoint.get("failures", "/api/jobs/failures")
      .setUrlParams(Schema.Struct(runFilter))
      .addSuccess(Ok("FailuresResponse", Schema.Struct({ items: Schema.Array(FailureGroup) })))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.get("throughput", "/api/jobs/throughput")
      .setUrlParams(
        Schema.Struct({
          span: Schema.optionalWith(Schema.Literal("hour", "day"), { default: () => "hour" as const })
        })
      )
      .addSuccess(
        Ok(
          "ThroughputResponse",
          Schema.Struct({
            /**
             * Length in seconds of the interval of each entry. An entry counts the attempts that ended in the interval
             * starting at `at`.
             */
            bucketSeconds: Schema.Int,
            items: Schema.Array(ThroughputPoint)
          })
        )
      )
  )
  .add(jobs.get)
  .add(
    HttpApiEndpoint.post("cancel", "/api/jobs/:id/cancel")
      .setPath(idPath)
      .addSuccess(Ok("CancelJobResponse", JobRun))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.post("retry", "/api/jobs/:id/retry")
      .setPath(idPath)
      .addSuccess(Ok("RetryJobResponse", JobRun))
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.post("retryFailed", "/api/jobs/retry-failed")
      .setPayload(RunSelection)
      .addSuccess(Count("RetryFailedResponse"))
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.post("cancelAll", "/api/jobs/cancel-all")
      .setPayload(RunSelection)
      .addSuccess(Count("CancelAllResponse"))
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.post("clearFinished", "/api/jobs/clear-finished")
      .setPayload(RunSelection)
      .addSuccess(Count("ClearFinishedResponse"))
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.post("runQueue", "/api/jobs/queues/:queueName/run")
      .setPath(queuePath)
      .addSuccess(
        Ok(
          "RunQueueResponse",
          Schema.Struct({ enqueued: Schema.Int, skipped: Schema.Int, jobRunIds: Schema.Array(Uuid) })
        )
      )
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.post("pauseQueue", "/api/jobs/queues/:queueName/pause")
      .setPath(queuePath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.post("resumeQueue", "/api/jobs/queues/:queueName/resume")
      .setPath(queuePath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.post("rebuildPreview", "/api/jobs/rebuild-preview/:id")
      .setPath(idPath)
      .addSuccess(Ok("RebuildPreviewResponse", Schema.Struct({ jobRunId: Uuid })))
      .addError(FailNotFound)
  )
  .middleware(RequireAdmin) {}

import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { OptionalBody, pageParams, SafeText } from "@media/wire/Query"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

export const JobStatus = Schema.Literal("queued", "started", "completed", "failed", "cancelled")
export type JobStatus = typeof JobStatus.Type

export const JobProgress = Schema.Struct({
  /** 0 to 100. */
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
  /** How often it has been tried; a retry keeps the run. */
  attempts: Schema.Int,
  maxAttempts: Schema.Int,
  /** Attempts made before it was last asked for by hand; `attempts` counts on from them. */
  earlierAttempts: Schema.Int,
  targetType: Schema.NullOr(Schema.String),
  targetId: Schema.NullOr(Schema.String),
  targetLabel: Schema.NullOr(Schema.String),
  triggeredBy: Schema.NullOr(Schema.String),
  parentJobRunId: Schema.NullOr(Uuid),
  batchId: Schema.NullOr(Uuid),
  progress: Schema.NullOr(JobProgress),
  result: Schema.NullOr(Schema.Unknown),
  error: Schema.NullOr(Schema.Struct({ message: Schema.String, detail: Schema.optional(Schema.String) })),
  queuedAt: Timestamp,
  startedAt: Schema.NullOr(Timestamp),
  finishedAt: Schema.NullOr(Timestamp),
  nextRetryAt: Schema.NullOr(Timestamp),
  /** Failed for good: no attempt is left. */
  isExhausted: Schema.Boolean,
  /** Grows with every transition; the higher one of two copies is the newer. */
  rev: Schema.Int
}

export const JobRun = Schema.Struct(runFields).annotations({ identifier: "JobRun" })
export type JobRun = typeof JobRun.Type

export const JobRunDetail = Schema.Struct({
  ...runFields,
  payload: Schema.Unknown,
  /** The last command line a tool was started with. */
  command: Schema.NullOr(Schema.String),
  /** Attempts that failed or were cut off, oldest first. */
  failedAttempts: Schema.Array(
    Schema.Struct({
      attempt: Schema.Int,
      startedAt: Schema.NullOr(Timestamp),
      finishedAt: Timestamp,
      error: Schema.NullOr(Schema.Struct({ message: Schema.String, detail: Schema.optional(Schema.String) }))
    })
  ),
  log: Schema.Array(
    Schema.Struct({
      attempt: Schema.Int,
      at: Timestamp,
      /** `debug`, `info`, `warn`, `error`, or `command` for a command line. */
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
  completedLastHour: Schema.Int,
  oldestQueuedAt: Schema.NullOr(Timestamp)
}).annotations({ identifier: "QueueSummary" })
export type QueueSummary = typeof QueueSummary.Type

const idPath = Schema.Struct({ id: Schema.String })
const queuePath = Schema.Struct({ queueName: Schema.String })
const runFilter = {
  status: Schema.optional(JobStatus),
  queue: Schema.optional(SafeText(100)),
  targetType: Schema.optional(SafeText(100)),
  targetId: Schema.optional(SafeText(100)),
  q: Schema.optional(SafeText(200))
}
/** The list's own filter, and `upTo`: the newest job that existed when the caller was given the count. */
const RunSelection = OptionalBody({ ...runFilter, upTo: Schema.optional(Uuid) })
const Count = (identifier: string) => Ok(identifier, Schema.Struct({ count: Schema.Int }))

export class JobsGroup extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.get("list", "/api/jobs")
      .setUrlParams(
        Schema.Struct({
          ...pageParams,
          ...runFilter
        })
      )
      .addSuccess(Page("JobsResponse", JobRun))
  )
  .add(
    HttpApiEndpoint.get("queues", "/api/jobs/queues").addSuccess(
      Ok("QueuesResponse", Schema.Struct({ items: Schema.Array(QueueSummary) }))
    )
  )
  .add(
    HttpApiEndpoint.get("bulkPreview", "/api/jobs/bulk-preview")
      .setUrlParams(Schema.Struct(runFilter))
      .addSuccess(
        Ok(
          "BulkPreviewResponse",
          Schema.Struct({
            /** How many jobs each action would touch now. */
            retry: Schema.Int,
            cancel: Schema.Int,
            clear: Schema.Int,
            /** To be sent with the action: jobs queued later are left alone. Null when there are none at all. */
            upTo: Schema.NullOr(Uuid)
          })
        )
      )
  )
  .add(
    HttpApiEndpoint.get("get", "/api/jobs/:id")
      .setPath(idPath)
      .addSuccess(Ok("JobResponse", JobRunDetail))
      .addError(FailNotFound)
  )
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

import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { enqueue } from "@media/jobs/Enqueue"
import * as BulkControl from "@media/jobs/BulkControl"
import * as JobControl from "@media/jobs/JobControl"
import * as JobRuns from "@media/jobs/JobRuns"
import { queueSummaries } from "@media/jobs/QueueSummaries"
import { workSummary } from "@media/jobs/WorkSummary"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { CurrentPrincipal } from "@media/wire/Security"
import { Conflict } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { problemsSince, reviewedUntil } from "../home/queries.ts"
import { previewOf } from "../../playback/previews/queue.ts"
import { getVideo } from "../../media/videos/queries.ts"
import { mediaProbe } from "../../media/videos/queue.ts"
import { deferUnattended } from "../../media/videos/unattended.ts"
import { JobsGroup } from "./contract.ts"
import { hideNames } from "./hiddenNames.ts"
import { failuresShownTo, onSelected, withJobQuery } from "./jobQuery.ts"
import { getRun, getRunDetail, requireQueue, throughputOf, withoutAbsent } from "./queries.ts"
import { runQueue } from "./runQueue.ts"

export const JobsLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(JobsGroup), "jobs", (handlers) =>
  handlers
    .handle("list", ({ urlParams }) =>
      respondTo((principal) =>
        Effect.gen(function* () {
          const { items, total } = yield* withJobQuery(principal, withoutAbsent(urlParams), JobRuns.list)
          const { page, perPage } = urlParams
          return { items: yield* hideNames(principal, items), total, page, perPage }
        })
      )
    )
    .handle("bulkPreview", ({ urlParams }) =>
      respondTo((principal) => withJobQuery(principal, withoutAbsent(urlParams), BulkControl.previewBulk))
    )
    .handle("previewSelection", ({ payload }) =>
      respondTo((principal) => onSelected(principal, payload, BulkControl.previewBulk))
    )
    .handle("summary", ({ urlParams: { failedSince } }) =>
      respond(
        Effect.gen(function* () {
          const since = failedSince ?? (yield* reviewedUntil(yield* CurrentPrincipal))
          return { ...(yield* workSummary()), ...(yield* problemsSince(since)) }
        })
      )
    )
    .handle("failures", ({ urlParams }) =>
      respondTo((principal) =>
        Effect.map(failuresShownTo(principal, withoutAbsent(urlParams)), (items) => ({ items }))
      )
    )
    .handle("throughput", ({ urlParams }) => respond(throughputOf(urlParams.span)))
    .handle("queues", () => respond(Effect.map(queueSummaries(), (items) => ({ items }))))
    .handle("get", Serve.get(getRunDetail))
    .handle("cancel", ({ path }) =>
      respondTo((principal) =>
        Effect.gen(function* () {
          const run = yield* getRun(principal, path.id)
          yield* JobControl.cancel(run.id, principal.username)
          if (run.queueName === mediaProbe.name) yield* deferUnattended
          return yield* getRun(principal, run.id)
        })
      )
    )
    .handle("retry", ({ path }) =>
      respondTo((principal) =>
        Effect.gen(function* () {
          const run = yield* getRun(principal, path.id)
          if (!(yield* JobControl.retry(run.id))) {
            return yield* new Conflict({
              reason:
                "You can retry a job only if it failed or was canceled, and only while no identical job is queued or running."
            })
          }
          return yield* getRun(principal, run.id)
        })
      )
    )
    .handle("retryFailed", ({ payload }) =>
      respondTo((principal) =>
        Effect.map(onSelected(principal, payload, BulkControl.retrySelected), (count) => ({ count }))
      )
    )
    .handle("cancelAll", ({ payload }) =>
      respondTo((principal) =>
        Effect.gen(function* () {
          const count = yield* onSelected(principal, payload, (selection) =>
            BulkControl.cancelSelected(selection, principal.username)
          )
          // Record the failure reason for up to 500 videos of canceled jobs now. The maintenance task updates the
          // remaining videos.
          yield* deferUnattended
          return { count }
        })
      )
    )
    .handle("clearFinished", ({ payload }) =>
      respondTo((principal) =>
        Effect.map(onSelected(principal, payload, BulkControl.clearSelected), (count) => ({ count }))
      )
    )
    .handle("runQueue", ({ path }) => respond(runQueue(path.queueName)))
    .handle("pauseQueue", ({ path }) =>
      respond(Effect.as(Effect.flatMap(requireQueue(path.queueName), JobControl.pauseQueue), null))
    )
    .handle("resumeQueue", ({ path }) =>
      respond(Effect.as(Effect.flatMap(requireQueue(path.queueName), JobControl.resumeQueue), null))
    )
    .handle("rebuildPreview", ({ path }) =>
      respond(
        Effect.gen(function* () {
          const video = yield* getVideo(yield* CurrentPrincipal, path.id)
          const [run] = yield* enqueue([previewOf(video.id, video.path, "manual", true)])
          return { jobRunId: run!.jobRunId }
        })
      )
    )
)

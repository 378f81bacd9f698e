import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { enqueue, type Enqueue } from "@media/jobs/Enqueue"
import { isQueueName, type QueueName } from "@media/jobs/QueueDef"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { scanEverything } from "../libraries/commands.ts"
import { previewOf } from "../playback/queue.ts"
import { playableVideos, videosToProbe } from "../videos/backlog.ts"

type Backlog = Effect.Effect<ReadonlyArray<Enqueue>, SqlError, SqlClient>

/** What "run" means for a queue: every root to scan, or every entity that lacks the queue's product. */
const backlogs: Partial<Record<QueueName, Backlog>> = {
  "library-scan": scanEverything,
  "media-probe": videosToProbe,
  preview: Effect.map(playableVideos, (videos) =>
    videos.map(({ id, path }) => previewOf(id, path, "manual", false))
  )
}

/** Queues a queue's whole backlog; what waits already is counted as skipped. */
export const runQueue = Effect.fn("operations.runQueue")(function* (queueName: string) {
  if (!isQueueName(queueName)) return yield* new NotFound({ what: "queue" })
  const items = yield* backlogs[queueName] ?? Effect.succeed([])
  const runs = yield* enqueue(items)
  const fresh = runs.filter(({ isNew }) => isNew)
  return {
    enqueued: fresh.length,
    skipped: runs.length - fresh.length,
    jobRunIds: fresh.slice(0, 1_000).map(({ jobRunId }) => jobRunId)
  }
})

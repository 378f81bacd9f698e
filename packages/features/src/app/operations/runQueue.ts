import { enqueue } from "@media/jobs/Enqueue"
import { isQueueName } from "@media/jobs/QueueDef"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { backfills } from "../../generated/backfills.ts"

/** Queues all jobs of the backfill of a queue. Jobs that are already queued count as skipped. */
export const runQueue = Effect.fn("operations.runQueue")(function* (queueName: string) {
  if (!isQueueName(queueName)) return yield* new NotFound({ what: "queue" })
  const items = yield* backfills[queueName] ?? Effect.succeed([])
  const runs = yield* enqueue(items)
  const fresh = runs.filter(({ isNew }) => isNew)
  return {
    enqueued: fresh.length,
    skipped: runs.length - fresh.length,
    jobRunIds: fresh.slice(0, 1_000).map(({ jobRunId }) => jobRunId)
  }
})

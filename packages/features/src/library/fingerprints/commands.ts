import { enqueue } from "@media/jobs/Enqueue"
import * as Effect from "effect/Effect"
import { itemsToPhash } from "./backfill.ts"

/**
 * Queues a job for each missing perceptual hash. Returns the number of new jobs. Jobs that were already queued are not
 * counted.
 */
export const backfillPhash = Effect.gen(function* () {
  const runs = yield* enqueue(yield* itemsToPhash)
  return { enqueued: runs.filter(({ isNew }) => isNew).length }
}).pipe(Effect.withSpan("fingerprints.backfillPhash"))

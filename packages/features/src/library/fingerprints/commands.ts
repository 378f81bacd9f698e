import { enqueue } from "@media/jobs/Enqueue"
import * as Effect from "effect/Effect"
import { itemsToPhash } from "./backfill.ts"

/** The number of newly queued jobs, without those that were already waiting. */
export const backfillPhash = Effect.gen(function* () {
  const runs = yield* enqueue(yield* itemsToPhash)
  return { enqueued: runs.filter(({ isNew }) => isNew).length }
}).pipe(Effect.withSpan("fingerprints.backfillPhash"))

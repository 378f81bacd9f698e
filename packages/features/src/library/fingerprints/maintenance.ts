import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { itemsToPhashAgain } from "./backfill.ts"

/**
 * The worker's task for fingerprints. At startup, the task finds perceptual hashes that failed in an earlier version of
 * the server. If the recorded reason of the failure may be wrong, the task queues a job for the hash. Each job records
 * a hash or a reliable reason, so that later startups do not queue the item again.
 */
export const fingerprintMaintenance = Effect.zipRight(
  tolerated("Looking for perceptual hashes to recompute", Effect.flatMap(itemsToPhashAgain, enqueue)),
  Effect.never
)

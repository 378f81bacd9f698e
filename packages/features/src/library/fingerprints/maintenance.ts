import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { itemsToPhashAgain } from "./backfill.ts"

/**
 * Once at startup, a worker queues perceptual hashes that an earlier version abandoned for a reason that may be wrong.
 * Each job records a hash, or a reason of this version, so later startups find none.
 */
export const fingerprintMaintenance = Effect.zipRight(
  tolerated("Looking for perceptual hashes to make again", Effect.flatMap(itemsToPhashAgain, enqueue)),
  Effect.never
)

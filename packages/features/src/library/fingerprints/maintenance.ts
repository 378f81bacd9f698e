import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { itemsToPhashAgain } from "./backfill.ts"

/**
 * Once at its start, a worker asks for the perceptual hashes that an earlier version gave up for a reason that may not be true. Each
 * job records a hash or a reason of this version, so later there are none.
 */
export const fingerprintMaintenance = Effect.zipRight(
  tolerated("Looking for perceptual hashes to make again", Effect.flatMap(itemsToPhashAgain, enqueue)),
  Effect.never
)

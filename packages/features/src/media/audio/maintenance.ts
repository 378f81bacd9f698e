import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { tracksProbedOtherwise } from "./backfill.ts"

/**
 * Worker task that runs once at startup. It queues a new probe for tracks that an earlier version probed without
 * storing their artists. New tracks are probed by their own jobs, so later startups find nothing to queue.
 */
export const trackMaintenance = Effect.zipRight(
  tolerated("Looking for tracks to examine again", Effect.flatMap(tracksProbedOtherwise, enqueue)),
  Effect.never
)

import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { tracksProbedOtherwise } from "./backfill.ts"

/**
 * The worker's task for tracks. At startup, it queues the tracks that an earlier version probed without storing
 * artists. Every new track has its own job, so later startups do not queue any tracks.
 */
export const trackMaintenance = Effect.zipRight(
  tolerated("Looking for tracks to examine again", Effect.flatMap(tracksProbedOtherwise, enqueue)),
  Effect.never
)

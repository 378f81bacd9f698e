import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { tracksProbedOtherwise } from "./backfill.ts"

/**
 * A worker's task for tracks. Once at startup it queues those that an earlier version examined. Each new track has its
 * own job, so later startups find none.
 */
export const trackMaintenance = Effect.zipRight(
  tolerated("Looking for tracks to examine again", Effect.flatMap(tracksProbedOtherwise, enqueue)),
  Effect.never
)

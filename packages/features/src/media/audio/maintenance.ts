import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { tracksProbedOtherwise } from "./backfill.ts"

/**
 * What a worker does for tracks beside its jobs: once at its start it asks for those that an earlier version examined. Each track
 * that is found has a job of its own, so later there are none.
 */
export const trackMaintenance = Effect.zipRight(
  tolerated("Looking for tracks to examine again", Effect.flatMap(tracksProbedOtherwise, enqueue)),
  Effect.never
)

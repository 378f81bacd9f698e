import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { existingItems } from "../items/existing.ts"

/** Removes the HLS files of videos that were removed, alone or with their library. Returns their ids. */
export const sweepHls = Effect.gen(function* () {
  const engine = yield* HlsEngine
  const removed = yield* engine.sweep(existingItems)
  if (removed.length > 0)
    yield* Effect.logInfo("HLS files of removed videos were deleted", { videos: removed.length })
  return removed
}).pipe(Effect.withSpan("playback.sweepHls"))

/** Removing is rare, and the bound of the cache holds meanwhile. One listing, and a question for each 500 folders. */
const EVERY = "10 minutes"

/** What a worker does for the cache beside its jobs, until it is interrupted. */
export const playbackUpkeep = sweepHls.pipe(
  Effect.catchAllCause((cause) => Effect.logWarning("Deleting HLS files of removed videos failed", cause)),
  Effect.repeat(Schedule.spaced(EVERY)),
  Effect.zipRight(Effect.never)
)

import { repeated } from "@media/jobs/Repeated"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"
import { existingItems } from "../../catalog/items/existing.ts"

/** Removes the HLS files of videos that were removed, alone or with their library. Returns their ids. */
export const sweepHls = Effect.gen(function* () {
  const engine = yield* HlsEngine
  const removed = yield* engine.sweep(existingItems)
  if (removed.length > 0)
    yield* Effect.logInfo("HLS files of removed videos were deleted", { videos: removed.length })
  return removed
}).pipe(Effect.withSpan("playback.sweepHls"))

/**
 * What a worker does for the cache beside its jobs, until it is interrupted. Removing is rare, and the bound of the cache holds
 * meanwhile. One listing, and a question for each 500 folders.
 */
export const playbackMaintenance = repeated("Deleting HLS files of removed videos", "10 minutes", sweepHls)

import { repeated } from "@media/jobs/Repeated"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"
import { existingItems } from "../../catalog/items/existing.ts"

/** Deletes the HLS files of deleted videos. Returns the ids of the videos. */
export const sweepHls = Effect.gen(function* () {
  const engine = yield* HlsEngine
  const removed = yield* engine.sweep(existingItems)
  if (removed.length > 0)
    yield* Effect.logInfo("HLS files of removed videos were deleted", { videos: removed.length })
  return removed
}).pipe(Effect.withSpan("playback.sweepHls"))

/**
 * The worker's repeated task for the HLS cache. It runs only every ten minutes, because deletions are rare and the size
 * of the cache is limited anyway. Each run takes one directory listing and one query per 500 folders.
 */
export const playbackMaintenance = repeated("Deleting HLS files of removed videos", "10 minutes", sweepHls)

import { repeated } from "@media/jobs/Repeated"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"
import { existingItems } from "../../catalog/items/existing.ts"

/** Deletes the HLS files of videos that were deleted, alone or with their library. Returns their ids. */
export const sweepHls = Effect.gen(function* () {
  const engine = yield* HlsEngine
  const removed = yield* engine.sweep(existingItems)
  if (removed.length > 0)
    yield* Effect.logInfo("HLS files of removed videos were deleted", { videos: removed.length })
  return removed
}).pipe(Effect.withSpan("playback.sweepHls"))

/**
 * A worker's task for the cache, until it is interrupted. Deletions are rare, and the cache limit applies meanwhile.
 * Takes one listing, and a query per 500 folders.
 */
export const playbackMaintenance = repeated("Deleting HLS files of removed videos", "10 minutes", sweepHls)

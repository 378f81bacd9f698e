import type { CacheRoom } from "@media/assets/Bound"
import * as Effect from "effect/Effect"
import { cacheInUse, cacheTooSmall, fromDisk } from "./Failures.ts"
import type { HlsDescription } from "./HlsEngine.ts"
import type { HlsUnavailable } from "./HlsErrors.ts"
import { boundarySeconds, segmentCount } from "./SegmentTable.ts"
import type { VideoCache } from "./VideoCache.ts"

/**
 * Lower bound for the size of an encoded rendition, as a share of its mean bit rate in the playlist. At quality 23,
 * most videos stay far below their cap. A noisy video needs more than this bound.
 */
const LEAST_SHARE = 0.25

/** Returns a lower bound for the size of a complete conversion in bytes. */
export const leastBytes = ({ renditions, table }: HlsDescription): number => {
  const seconds = boundarySeconds(table, segmentCount(table))
  const rates = renditions.map(({ averageBandwidth, mode }) =>
    mode === "copy" ? averageBandwidth * 0.9 : averageBandwidth * LEAST_SHARE
  )
  return (rates.reduce((sum, rate) => sum + rate, 0) * seconds) / 8
}

export interface FillRoomQuestion {
  readonly cache: VideoCache
  readonly description: HlsDescription
  /** Evicts unused cache entries, then measures the cache. */
  readonly room: Effect.Effect<CacheRoom, HlsUnavailable>
}

/** Keeps a conversion within the cache limit, which is checked before the start and while segments are written. */
export const fillRoom = ({ cache, description, room }: FillRoomQuestion) => {
  let left = 0
  const refuse = (neededBytes: number, maxBytes: number) => {
    const failure = cacheTooSmall(neededBytes, maxBytes)
    const tooLarge = { maxBytes, reason: failure.reason }
    return Effect.zipRight(
      Effect.tryPromise({
        try: () => cache.note(description.generation, (findings) => ({ ...findings, tooLarge })),
        catch: fromDisk
      }),
      Effect.fail(failure)
    )
  }
  const measure = Effect.gen(function* () {
    const { maxBytes, used } = yield* room
    left = maxBytes - used
    if (left >= 0) return
    const own = yield* Effect.tryPromise({ try: () => cache.bytes(), catch: fromDisk })
    return yield* own > maxBytes ? refuse(own, maxBytes) : cacheInUse()
  })
  return {
    /** Fails if the conversion cannot fit into the cache. Call this before the conversion starts. */
    require: Effect.gen(function* () {
      const { maxBytes } = yield* room
      const needed = leastBytes(description)
      if (needed > maxBytes) return yield* refuse(needed, maxBytes)
      return yield* measure
    }),
    /**
     * Fails if the conversion no longer fits into the cache. Call this after writing `bytes` bytes. The cache is
     * measured again only after the free space of the last measurement has been used up.
     */
    made: (bytes: number): Effect.Effect<void, HlsUnavailable> =>
      Effect.suspend(() => {
        left -= bytes
        return left < 0 ? measure : Effect.void
      })
  }
}

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { rm, utimes, writeFile } from "node:fs/promises"
import { leaseName } from "./CachePaths.ts"
import type { VideoCache } from "./VideoCache.ts"

const RENEW_EVERY = "30 seconds"

/**
 * Tells other processes that this one is at work on a video, by a file in its cache directory: the bound of the cache
 * spares it. A killed process leaves its files; they are worth nothing when they get old.
 */
export class Leases {
  private readonly name = leaseName(randomBytes(6).toString("hex"))
  private readonly held = new Map<string, VideoCache>()
  private readonly isBusy: (id: string) => boolean

  constructor(isBusy: (id: string) => boolean) {
    this.isBusy = isBusy
  }

  /** Rejects with errno errors: who cannot write this cannot write segments. */
  async take(id: string, cache: VideoCache, nowMs: number): Promise<void> {
    this.held.set(id, cache)
    await this.renew(cache, nowMs)
  }

  /** Runs until interrupted, and gives everything back then. */
  readonly keep: Effect.Effect<never> = Effect.suspend(() =>
    Effect.forever(
      Effect.zipRight(
        Effect.sleep(RENEW_EVERY),
        Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.promise(() => this.renewAll(now)))
      )
    )
  ).pipe(Effect.ensuring(Effect.promise(() => this.releaseAll())))

  private async renewAll(nowMs: number): Promise<void> {
    for (const [id, cache] of this.held) {
      if (this.isBusy(id)) {
        // The directory may have been deleted, or its disk disconnected: the next segment fails with the reason.
        await this.renew(cache, nowMs).catch(() => {})
      } else {
        this.held.delete(id)
        await this.release(cache)
      }
    }
  }

  private async releaseAll(): Promise<void> {
    for (const cache of this.held.values()) await this.release(cache)
    this.held.clear()
  }

  private async renew(cache: VideoCache, nowMs: number): Promise<void> {
    const path = cache.file(this.name)
    await utimes(path, nowMs / 1_000, nowMs / 1_000).catch(async () => {
      await writeFile(path, "")
      await utimes(path, nowMs / 1_000, nowMs / 1_000)
    })
  }

  private async release(cache: VideoCache): Promise<void> {
    await rm(cache.file(this.name), { force: true }).catch(() => {})
  }
}

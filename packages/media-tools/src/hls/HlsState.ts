import type { AssetKind, CacheLimits } from "@media/assets/AssetKind"
import type { AssetStoreShape } from "@media/assets/AssetStore"
import type { HardwareEncoder } from "../hardware/HardwareEncoder.ts"
import type { HlsUnavailable } from "./HlsErrors.ts"
import * as Effect from "effect/Effect"
import type { HlsDescription, HlsSource } from "./HlsEngine.ts"
import type { HardwareUse } from "./Produce.ts"
import type { LadderOptions } from "./Ladder.ts"
import { hlsAssets } from "./HlsAssets.ts"
import { RunRegistry } from "./RunRegistry.ts"
import type { MediaProcessShape } from "../MediaProcess.ts"
import { choiceName } from "./TrackChoice.ts"
import { VideoCache } from "./VideoCache.ts"

export interface HlsEngineOptions extends LadderOptions {
  /** The folder `${cache}/hls`. Must not contain other files. */
  readonly cacheDir: string
  readonly limits?: CacheLimits
  /** Maximum number of concurrent encoding runs. Default: max(2, cores). */
  readonly maxEncodes?: number
  /**
   * Maximum number of concurrent encoding runs per user. Default: half of `maxEncodes`, but at least 2, because a user
   * who watches on two devices needs both.
   */
  readonly maxEncodesPerUser?: number
  /** Returns the encoder to use instead of libx264, or `undefined` for libx264. Evaluated whenever a run starts. */
  readonly hardware?: Effect.Effect<HardwareEncoder | undefined>
}

/**
 * Time in milliseconds for which a request that has just failed is not tried again. Identical requests get the same
 * failure. Permanent failures are stored in the findings instead, so that the server also knows the failures of the
 * worker.
 */
const FAILURE_MS = 3_000

interface Remembered {
  readonly failure: HlsUnavailable
  readonly at: number
  readonly n: number
}

/**
 * Time in milliseconds for which a hardware encoder is not used after it has failed, for example because another
 * program uses the graphics card.
 */
const HARDWARE_PAUSE_MS = 10 * 60_000

/** The state that the parts of an engine share. */
export class HlsState {
  readonly options: HlsEngineOptions
  readonly tools: MediaProcessShape
  readonly store: AssetStoreShape
  readonly assets: AssetKind
  readonly runs: RunRegistry
  /** Speed of the batch conversions in media seconds per second, keyed by video. */
  readonly fills = new Map<string, number>()
  private readonly failures = new Map<string, Remembered>()
  private hardwareFailedAt = Number.NEGATIVE_INFINITY

  constructor(options: HlsEngineOptions, tools: MediaProcessShape, store: AssetStoreShape, cores: number) {
    this.options = options
    this.tools = tools
    this.store = store
    this.assets = hlsAssets(options.cacheDir, options.limits ?? {})
    const all = options.maxEncodes ?? Math.max(2, cores)
    this.runs = new RunRegistry(all, options.maxEncodesPerUser ?? Math.max(2, Math.ceil(all / 2)))
  }

  /** Returns the cache for a choice of tracks. Each choice has its own folder inside the video's folder. */
  cache({ id, tracks }: Pick<HlsSource, "id" | "tracks">): VideoCache {
    const folder = this.folder(id)
    const name = choiceName(tracks)
    return name === "" ? folder : new VideoCache(folder.file(name))
  }

  /** Returns the folder with all files of a video. */
  folder(id: string): VideoCache {
    return new VideoCache(this.store.folder(this.assets, id).directory)
  }

  /** The encoder to use for a run that starts now. */
  readonly hardware: Effect.Effect<HardwareUse | undefined> = Effect.suspend(() => {
    const wanted = this.options.hardware
    if (wanted === undefined || performance.now() - this.hardwareFailedAt < HARDWARE_PAUSE_MS)
      return Effect.succeed(undefined)
    return Effect.map(wanted, (encoder) =>
      encoder === undefined
        ? undefined
        : { encoder, failed: () => (this.hardwareFailedAt = performance.now()) }
    )
  })

  isBusy(id: string): boolean {
    return this.fills.has(id) || this.runs.ofVideo(id).length > 0
  }

  remember(description: HlsDescription, height: number, n: number, failure: HlsUnavailable): void {
    if (this.failures.size > 500) this.failures.clear()
    this.failures.set(failureKey(description, height), { failure, n, at: performance.now() })
  }

  /**
   * Returns a recent failure of this rendition at this segment, which another attempt would only repeat. `undefined` if
   * there is none.
   */
  knownFailure(description: HlsDescription, height: number, n: number): HlsUnavailable | undefined {
    const known = this.recent(description, height)
    return known?.n === n ? known.failure : undefined
  }

  /** Returns the latest recent failure of any rendition, for the status. */
  lastFailure(description: HlsDescription): HlsUnavailable | undefined {
    return description.renditions
      .map((rendition) => this.recent(description, rendition.height)?.failure)
      .find((failure) => failure !== undefined)
  }

  private recent(description: HlsDescription, height: number): Remembered | undefined {
    const known = this.failures.get(failureKey(description, height))
    return known !== undefined && performance.now() - known.at < FAILURE_MS ? known : undefined
  }

  forget(description: HlsDescription, height: number): void {
    this.failures.delete(failureKey(description, height))
  }
}

const failureKey = (description: HlsDescription, height: number): string =>
  `${description.generation}/${height}`

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
  /** `${cache}/hls`; must not be shared with anything else. */
  readonly cacheDir: string
  readonly limits?: CacheLimits
  /** Maximum number of concurrent encoding runs; default: max(2, cores). */
  readonly maxEncodes?: number
  /**
   * Maximum number of them per user; default: half of them, at least 2, because someone who watches on two devices
   * needs both.
   */
  readonly maxEncodesPerUser?: number
  /** The encoder to use instead of libx264, queried at each start of a run; `undefined` or absent: libx264. */
  readonly hardware?: Effect.Effect<HardwareEncoder | undefined>
}

/**
 * How long a failure is returned to identical requests without a new attempt. Permanent failures are in the findings
 * of the cache instead, so that the worker's failures reach the server.
 */
const FAILURE_MS = 3_000

interface Remembered {
  readonly failure: HlsUnavailable
  readonly at: number
  readonly n: number
}

/** A hardware encoder that failed is not used for this long: another program may have its card. */
const HARDWARE_PAUSE_MS = 10 * 60_000

/** The state that the parts of one engine share. */
export class HlsState {
  readonly options: HlsEngineOptions
  readonly tools: MediaProcessShape
  readonly store: AssetStoreShape
  readonly assets: AssetKind
  readonly runs: RunRegistry
  /** Speed of the batch of a video, media seconds per second. */
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

  /** The files for a choice of tracks. Each choice has its own folder in that of the video. */
  cache({ id, tracks }: Pick<HlsSource, "id" | "tracks">): VideoCache {
    const folder = this.folder(id)
    const name = choiceName(tracks)
    return name === "" ? folder : new VideoCache(folder.file(name))
  }

  /** All files of a video. */
  folder(id: string): VideoCache {
    return new VideoCache(this.store.folder(this.assets, id).directory)
  }

  /** The encoder for a run that starts now. */
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

  /** The failure that a new try right now would only repeat. */
  knownFailure(description: HlsDescription, height: number, n: number): HlsUnavailable | undefined {
    const known = this.recent(description, height)
    return known?.n === n ? known.failure : undefined
  }

  /** The latest recent failure of any rendition, for the status. */
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

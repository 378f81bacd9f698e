import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { KeyFrameIndex } from "../keyframes/KeyFrames.ts"
import type { MediaPath } from "../MediaPath.ts"
import type { ProbeFacts } from "../ProbeFacts.ts"
import type { HlsBusy, HlsUnavailable, SegmentOutOfRange, UnknownRendition } from "./HlsErrors.ts"
import type { Rendition } from "./Ladder.ts"
import type { SegmentTable } from "./SegmentTable.ts"
import type { TrackChoice } from "./TrackChoice.ts"

/** One video as the catalogue knows it. `id` names the cache directory and must be a plain identifier. */
export interface HlsSource {
  readonly id: string
  readonly path: MediaPath
  /** What is opened must lie in this folder, links resolved; anything goes without it. */
  readonly root?: MediaPath
  /** As they were when `probe` was made: a difference from the disk makes everything here `source-changed`. */
  readonly sizeBytes: number
  readonly mtimeMs: number
  readonly probe: ProbeFacts
  /** A settled choice; what is made for it lies in a folder of its own. */
  readonly tracks?: TrackChoice
  /** Read from the file (milliseconds) when absent. */
  readonly keyFrames?: KeyFrameIndex
}

/** Everything that follows from the source alone; equal in every process, so playlists need no disk. */
export interface HlsDescription {
  readonly table: SegmentTable
  readonly renditions: ReadonlyArray<Rendition>
  /** Changes whenever any byte of any segment could. */
  readonly generation: string
}

export type SegmentAnswer =
  | {
      readonly kind: "file"
      /** Absolute; complete and immutable for this generation. */
      readonly path: string
      /** Of the segment; of a part, it is in the file from `offset` on. */
      readonly size: number
      readonly offset: number
      /** Quoted, ready for the header. */
      readonly etag: string
    }
  | {
      /** Being produced: send chunked, `no-store`. */
      readonly kind: "live"
      /** A part that is complete, while its segment is not. */
      readonly etag?: string | undefined
      /**
       * The bytes from the segment's start, at the reader's own pace (nothing is buffered for a slow one). Ends
       * with the segment; throws `HlsUnavailable` when production fails, and then the response must be broken
       * off, not ended. Leaving the loop only unsubscribes.
       */
      readonly subscribe: () => AsyncIterable<Buffer>
    }

export interface PlaylistOptions {
  /** Put on every URI. */
  readonly token?: string | undefined
  /** The segments of the variants are listed by their parts. */
  readonly hasParts?: boolean | undefined
}

export interface MasterOptions extends PlaylistOptions {
  /**
   * Seconds at which the player says that it begins: what it shows there first is made while it reads the playlists. Not
   * where there is a copy, which it may begin with and which comes at once.
   */
  readonly at?: number | undefined
  readonly viewer?: string | undefined
  readonly user?: string | undefined
}

export interface SegmentOptions {
  readonly viewer?: string | undefined
  readonly user?: string | undefined
  /** Number within the segment. */
  readonly part?: number | undefined
}

export interface RenditionStatus {
  readonly height: number
  readonly width: number
  /** Peak, bit/s. */
  readonly bandwidth: number
  readonly codecs: string
  readonly segmentsReady: number
  readonly segmentsTotal: number
  readonly copy: boolean
}

export interface HlsStatus {
  readonly state: "absent" | "stale" | "generating" | "fresh" | "failed"
  readonly renditions: ReadonlyArray<RenditionStatus>
  /** 0..1 over all segments of all renditions. */
  readonly progress: number
  /** Media seconds per second, while something runs in this process. */
  readonly speed?: number
  readonly etaSeconds?: number
  readonly error?: string
  /** What is missing although it plays, such as audio that cannot be decoded: sentences for people. */
  readonly warnings?: ReadonlyArray<string>
  /** It is converted only while it is watched: the cache cannot hold the whole. */
  readonly isTooLarge?: boolean
}

export interface FillProgress {
  readonly segmentsReady: number
  readonly segmentsTotal: number
  readonly fraction: number
  /** Media seconds per second, of the present run. */
  readonly speed: number
}

export interface FillReport {
  readonly segmentsMade: number
  readonly segmentsTotal: number
  /** Size of the complete cache directory. */
  readonly bytes: number
}

export interface HlsEngineShape {
  readonly describe: (source: HlsSource) => Effect.Effect<HlsDescription, HlsUnavailable>
  /**
   * Master playlist; opens the generation, which empties a stale directory. Fails for good when it is known that not even
   * the first segment can be made.
   */
  readonly master: (source: HlsSource, options?: MasterOptions) => Effect.Effect<string, HlsUnavailable>
  readonly variant: (
    source: HlsSource,
    height: number,
    options?: PlaylistOptions
  ) => Effect.Effect<string, HlsUnavailable | UnknownRendition>
  /**
   * Answers at once for a finished segment, else when its first bytes exist, at most 60 s later. `viewer` is any
   * key of one playback: a run that only this viewer used is given up when they ask elsewhere. `user` is whose encoders
   * are counted together. `part` asks for one part alone.
   */
  readonly segment: (
    source: HlsSource,
    height: number,
    n: number,
    options?: SegmentOptions
  ) => Effect.Effect<SegmentAnswer, HlsUnavailable | HlsBusy | SegmentOutOfRange | UnknownRendition>
  /** The finished segment or part, if there is one: nothing is started for the question. Fails as `segment` is known to. */
  readonly peek: (
    source: HlsSource,
    height: number,
    n: number,
    part: number | undefined
  ) => Effect.Effect<
    Option.Option<Extract<SegmentAnswer, { kind: "file" }>>,
    HlsUnavailable | UnknownRendition | SegmentOutOfRange
  >
  readonly status: (source: HlsSource) => Effect.Effect<HlsStatus>
  /**
   * Makes every missing segment (nice 19), verifies the whole and writes the sidecar. Interruptible: finished
   * segments stay. `onProgress` is called at each finished segment.
   */
  readonly fill: (
    source: HlsSource,
    onProgress: (progress: FillProgress) => Effect.Effect<void>
  ) => Effect.Effect<FillReport, HlsUnavailable | HlsBusy>
  /** Whether an encoder runs here for a viewer; copies and `fill` do not count. */
  readonly isEncoding: Effect.Effect<boolean>
  /** Ends when the next of these is started, before it takes any processor. */
  readonly encoderStarted: Effect.Effect<void>
  /**
   * Ends the runs of this video and removes its directory, trickplay included, if that was begun before `since` (ms since 1970;
   * absent: whenever it was): what a rebuild has made so far, its next attempt keeps.
   */
  readonly invalidate: (id: string, since?: number) => Effect.Effect<void, HlsUnavailable>
  /**
   * Removes the directories of videos that do not exist any more, but for those at which a process is at work. `existing`
   * returns those of the ids (at most 500) that exist. Returns the ids that were removed.
   */
  readonly sweep: <E, R>(
    existing: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  ) => Effect.Effect<ReadonlyArray<string>, E | HlsUnavailable, R>
}

/** On-demand HLS over one cache directory. Live layer: `hls/LiveHlsEngine.ts`. */
export class HlsEngine extends Context.Tag("@media/media-tools/HlsEngine")<HlsEngine, HlsEngineShape>() {}

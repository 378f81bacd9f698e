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

/** One video as the catalog knows it. `id` names the cache directory and must be a plain identifier. */
export interface HlsSource {
  readonly id: string
  readonly path: MediaPath
  /** The file must be inside this folder after resolving links; without it, any file is accepted. */
  readonly root?: MediaPath
  /** From the time of `probe`: a difference from the disk makes every call fail with `source-changed`. */
  readonly sizeBytes: number
  readonly mtimeMs: number
  readonly probe: ProbeFacts
  /** A settled choice. Its files are in a separate folder. */
  readonly tracks?: TrackChoice
  /** Read from the file (in milliseconds) if absent. */
  readonly keyFrames?: KeyFrameIndex
}

/** Everything that depends only on the source; equal in every process, so playlists need no disk. */
export interface HlsDescription {
  readonly table: SegmentTable
  readonly renditions: ReadonlyArray<Rendition>
  /** Changes whenever any byte of any segment could change. */
  readonly generation: string
}

export type SegmentAnswer =
  | {
      readonly kind: "file"
      /** Absolute path of a file that is complete and immutable for this generation. */
      readonly path: string
      /** Size of the segment or part; a part starts at `offset` in the file. */
      readonly size: number
      readonly offset: number
      /** Quoted, ready for the header. */
      readonly etag: string
    }
  | {
      /** Still being produced: send it chunked, with `no-store`. */
      readonly kind: "live"
      /** For a complete part of an incomplete segment. */
      readonly etag?: string | undefined
      /**
       * The bytes from the segment's start, at the reader's own pace (nothing is buffered for a slow one). Ends with
       * the segment. Throws `HlsUnavailable` if production fails; then abort the response instead of ending it. Leaving
       * the loop only unsubscribes.
       */
      readonly subscribe: () => AsyncIterable<Buffer>
    }

export interface PlaylistOptions {
  /** Added to every URI. */
  readonly token?: string | undefined
  /** The variants list the parts of their segments. */
  readonly hasParts?: boolean | undefined
}

export interface MasterOptions extends PlaylistOptions {
  /**
   * Start position announced by the player, in seconds: the first segment there is made while it reads the playlists.
   * Ignored if there is a copy, with which the player may begin and which needs no time.
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
  /** Defects of a playable video, such as audio that cannot be decoded: sentences for people. */
  readonly warnings?: ReadonlyArray<string>
  /** True if the cache cannot hold the whole conversion, so that it is converted only while it is watched. */
  readonly isTooLarge?: boolean
}

export interface FillProgress {
  readonly segmentsReady: number
  readonly segmentsTotal: number
  readonly fraction: number
  /** Media seconds per second of the current run. */
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
   * Master playlist. Opens the generation, which empties a stale directory. Fails permanently if it is known that even
   * the first segment cannot be made.
   */
  readonly master: (source: HlsSource, options?: MasterOptions) => Effect.Effect<string, HlsUnavailable>
  readonly variant: (
    source: HlsSource,
    height: number,
    options?: PlaylistOptions
  ) => Effect.Effect<string, HlsUnavailable | UnknownRendition>
  /**
   * Answers immediately for a finished segment, otherwise when its first bytes exist, at most 60 s later. `viewer` is
   * any key of one playback: a run that only this viewer used is stopped when they request another position. `user` groups
   * encoders for the limit per user. `part` requests a single part.
   */
  readonly segment: (
    source: HlsSource,
    height: number,
    n: number,
    options?: SegmentOptions
  ) => Effect.Effect<SegmentAnswer, HlsUnavailable | HlsBusy | SegmentOutOfRange | UnknownRendition>
  /** The finished segment or part, if there is one; starts nothing. Fails if `segment` is known to fail. */
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
   * Makes every missing segment (nice 19), verifies the whole and writes the sidecar. Interruptible: finished segments
   * stay. `onProgress` is called at each finished segment.
   */
  readonly fill: (
    source: HlsSource,
    onProgress: (progress: FillProgress) => Effect.Effect<void>
  ) => Effect.Effect<FillReport, HlsUnavailable | HlsBusy>
  /** Tells whether an encoder runs here for a viewer; copies and `fill` do not count. */
  readonly isEncoding: Effect.Effect<boolean>
  /** Ends when the next of these encoders starts, before it uses any CPU. */
  readonly encoderStarted: Effect.Effect<void>
  /**
   * Stops the runs of this video and removes its directory, including trickplay, if that was started before `since` (ms
   * since 1970; default: any time). The next attempt of a rebuild thereby keeps the results so far.
   */
  readonly invalidate: (id: string, since?: number) => Effect.Effect<void, HlsUnavailable>
  /**
   * Removes the directories of videos that no longer exist, except those that a process is working on. `existing`
   * returns those of the ids (at most 500) that exist. Returns the removed ids.
   */
  readonly sweep: <E, R>(
    existing: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  ) => Effect.Effect<ReadonlyArray<string>, E | HlsUnavailable, R>
}

/** On-demand HLS over one cache directory. Live layer: `hls/LiveHlsEngine.ts`. */
export class HlsEngine extends Context.Tag("@media/media-tools/HlsEngine")<HlsEngine, HlsEngineShape>() {}

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

/** A video in the catalog. `id` is the name of the cache directory and must be a plain identifier. */
export interface HlsSource {
  readonly id: string
  readonly path: MediaPath
  /** The file must be inside this folder after links are resolved. Without a root, any file is accepted. */
  readonly root?: MediaPath
  /**
   * Size and modification time of the file when it was probed. If the file on disk differs, every call fails with
   * `source-changed`.
   */
  readonly sizeBytes: number
  readonly mtimeMs: number
  readonly probe: ProbeFacts
  /** The tracks that the viewer chose, if any. Each choice has its own folder. */
  readonly tracks?: TrackChoice
  /** The key frames. If absent, they are read from the file, which takes milliseconds. */
  readonly keyFrames?: KeyFrameIndex
}

/**
 * The facts about a conversion that depend only on the source. They are equal in every process, so playlists need no
 * disk access.
 */
export interface HlsDescription {
  readonly table: SegmentTable
  readonly renditions: ReadonlyArray<Rendition>
  /** Changes whenever any byte of any segment could change. */
  readonly generation: string
}

export type SegmentAnswer =
  | {
      readonly kind: "file"
      /** Absolute path of a file that is complete, and does not change in this generation. */
      readonly path: string
      /** Size in bytes of the requested segment or part. It starts at `offset` in the file. */
      readonly size: number
      readonly offset: number
      /** Quoted value for the `ETag` header. */
      readonly etag: string
    }
  | {
      /** The segment is still being produced. Send the response chunked, with `no-store`. */
      readonly kind: "live"
      /** ETag of a part that is complete although its segment is not. Undefined in all other cases. */
      readonly etag?: string | undefined
      /**
       * Returns the bytes from the segment's start, at the reader's own pace (no bytes are buffered for slow readers).
       * The iteration ends with the segment. Throws `HlsUnavailable` if production fails. The caller must then abort
       * the response instead of ending the response normally. Leaving the loop only unsubscribes the reader.
       */
      readonly subscribe: () => AsyncIterable<Buffer>
    }

export interface PlaylistOptions {
  /** Access token that is added to every URI. */
  readonly token?: string | undefined
  /** True if the variant playlists list the parts of their segments. */
  readonly hasParts?: boolean | undefined
}

export interface MasterOptions extends PlaylistOptions {
  /**
   * Position in seconds at which the player will start, if it announces the position. The engine then creates the
   * segment at this position while the player reads the playlists. Ignored if there is a copy rendition, because the
   * player may start with that rendition, and copying takes almost no time.
   */
  readonly at?: number | undefined
  readonly viewer?: string | undefined
  readonly user?: string | undefined
}

export interface SegmentOptions {
  readonly viewer?: string | undefined
  readonly user?: string | undefined
  /** Part number within the segment. */
  readonly part?: number | undefined
}

export interface RenditionStatus {
  readonly height: number
  readonly width: number
  /** Peak bit rate in bit/s. */
  readonly bandwidth: number
  readonly codecs: string
  readonly segmentsReady: number
  readonly segmentsTotal: number
  readonly copy: boolean
}

export interface HlsStatus {
  readonly state: "absent" | "stale" | "generating" | "fresh" | "failed"
  readonly renditions: ReadonlyArray<RenditionStatus>
  /** Share of the segments of all renditions that are finished, from 0 to 1. */
  readonly progress: number
  /** Speed of the conversion in seconds of video per second. Set only while a conversion runs in this process. */
  readonly speed?: number
  readonly etaSeconds?: number
  readonly error?: string
  /** Defects of a playable video, such as audio that cannot be decoded, as messages for users. */
  readonly warnings?: ReadonlyArray<string>
  /** True if the complete conversion does not fit into the cache. The video is then converted only during playback. */
  readonly isTooLarge?: boolean
}

export interface FillProgress {
  readonly segmentsReady: number
  readonly segmentsTotal: number
  readonly fraction: number
  /** Speed of the current run in seconds of video per second. */
  readonly speed: number
}

export interface FillReport {
  readonly segmentsMade: number
  readonly segmentsTotal: number
  /** Size of the complete cache directory in bytes. */
  readonly bytes: number
}

export interface HlsEngineShape {
  readonly describe: (source: HlsSource) => Effect.Effect<HlsDescription, HlsUnavailable>
  /**
   * Returns the master playlist. Prepares the cache directory, and empties it if it belongs to an older generation.
   * Fails permanently if even the first segment is known to fail.
   */
  readonly master: (source: HlsSource, options?: MasterOptions) => Effect.Effect<string, HlsUnavailable>
  readonly variant: (
    source: HlsSource,
    height: number,
    options?: PlaylistOptions
  ) => Effect.Effect<string, HlsUnavailable | UnknownRendition>
  /**
   * Returns a finished segment immediately, otherwise waits up to 60 s for its first bytes. `viewer` is any key that
   * identifies one playback: a run that only this viewer used is stopped when the viewer requests another position.
   * `user` identifies the account, because the number of encoders per user is limited. `part` requests a single part.
   */
  readonly segment: (
    source: HlsSource,
    height: number,
    n: number,
    options?: SegmentOptions
  ) => Effect.Effect<SegmentAnswer, HlsUnavailable | HlsBusy | SegmentOutOfRange | UnknownRendition>
  /**
   * Returns the segment or part if it is finished, otherwise none. Never starts a run. Fails if `segment` is known to
   * fail.
   */
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
   * Creates every missing segment (nice 19), verifies all of them and writes the sidecar. After an interruption,
   * finished segments are kept. `onProgress` is called at each finished segment.
   */
  readonly fill: (
    source: HlsSource,
    onProgress: (progress: FillProgress) => Effect.Effect<void>
  ) => Effect.Effect<FillReport, HlsUnavailable | HlsBusy>
  /** True if this process runs an encoder for a viewer. Copies and `fill` do not count. */
  readonly isEncoding: Effect.Effect<boolean>
  /** Completes when the next encoder for a viewer starts, before the encoder uses any CPU. */
  readonly encoderStarted: Effect.Effect<void>
  /**
   * If the directory of this video was created before `since` (ms since 1970; default: always), stops the runs of the
   * video and deletes the directory, including trickplay. A rebuild passes the time at which it was requested, so that
   * a retry of the rebuild does not delete its own results.
   */
  readonly invalidate: (id: string, since?: number) => Effect.Effect<void, HlsUnavailable>
  /**
   * Deletes the directories of videos that no longer exist, except those that a process is working on. `existing`
   * receives at most 500 ids and returns those that exist. Returns the deleted ids.
   */
  readonly sweep: <E, R>(
    existing: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  ) => Effect.Effect<ReadonlyArray<string>, E | HlsUnavailable, R>
}

/** On-demand HLS in one cache directory. Live layer: `hls/LiveHlsEngine.ts`. */
export class HlsEngine extends Context.Tag("@media/media-tools/HlsEngine")<HlsEngine, HlsEngineShape>() {}

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { MediaPath } from "./MediaPath.ts"
import type { ProbeFacts } from "./ProbeFacts.ts"

export interface ReadTrack {
  readonly facts: ProbeFacts
  /** See `hashes/Oshash.ts`; none for 8 bytes and fewer. */
  readonly oshash: string | null
  /** Bytes of the file that was read. */
  readonly size: number
  /** Milliseconds since 1970, whole. */
  readonly mtimeMs: number
}

export interface TrackFile {
  /** Both absolute. */
  readonly root: MediaPath
  readonly path: MediaPath
}

export interface TagReaderShape {
  /**
   * What each of some music files, inside its root, says of itself, as `ProbeFacts` of the one sound and the picture in it, within 10 s a
   * file; in their order. Undefined where one is of another format, is damaged or hostile, or holds more than plain music does
   * (chapters, several tracks, encryption), or is no regular file inside its root: `pinFile` and ffprobe say why, or read it.
   */
  readonly read: (files: ReadonlyArray<TrackFile>) => Effect.Effect<ReadonlyArray<ReadTrack | undefined>>
}

/** The port through which tags of music are read without a process for each file. Live layer: `tags/LiveTagReader.ts`. */
export class TagReader extends Context.Tag("@media/media-tools/TagReader")<TagReader, TagReaderShape>() {}

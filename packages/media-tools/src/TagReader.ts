import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { MediaPath } from "./MediaPath.ts"
import type { ProbeFacts } from "./ProbeFacts.ts"

export interface ReadTrack {
  readonly facts: ProbeFacts
  /** See `hashes/Oshash.ts`; none for 8 bytes and fewer. */
  readonly oshash: string | null
  /** Size in bytes of the file that was read. */
  readonly size: number
  /** Milliseconds since 1970, whole. */
  readonly mtimeMs: number
}

export interface TrackFile {
  /** Absolute path, like `path`. */
  readonly root: MediaPath
  readonly path: MediaPath
}

export interface TagReaderShape {
  /**
   * Reads the tags of music files inside their root as `ProbeFacts` of their single sound and picture, within 10 s per
   * file, in the same order. Undefined for a file of another format, a damaged or hostile file, a file with more than
   * plain music (chapters, several tracks, encryption), or anything but a regular file inside its root: `pinFile` and
   * ffprobe then report why, or read it.
   */
  readonly read: (files: ReadonlyArray<TrackFile>) => Effect.Effect<ReadonlyArray<ReadTrack | undefined>>
}

/** The port that reads tags of music without a process per file. Live layer: `tags/LiveTagReader.ts`. */
export class TagReader extends Context.Tag("@media/media-tools/TagReader")<TagReader, TagReaderShape>() {}

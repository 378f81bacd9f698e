import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { MediaPath } from "./MediaPath.ts"
import type { ProbeFacts } from "./ProbeFacts.ts"

export interface ReadTrack {
  readonly facts: ProbeFacts
  /** The hash that `hashes/Oshash.ts` describes. Null for files of 8 bytes or fewer. */
  readonly oshash: string | null
  /** Size in bytes of the file that was read. */
  readonly size: number
  /** Modification time in whole milliseconds since 1970. */
  readonly mtimeMs: number
}

export interface TrackFile {
  /** Absolute path of the root folder. `path` is absolute too. */
  readonly root: MediaPath
  readonly path: MediaPath
}

export interface TagReaderShape {
  /**
   * Reads the tags of music files inside their root. Returns one result per file, in the order of the files. The
   * `ProbeFacts` of a result contain one audio stream and possibly a picture. Takes at most 10 s per file.
   *
   * The result is undefined for:
   * - a file of another format
   * - a damaged or hostile file
   * - a file with more than plain music (chapters, several tracks, encryption)
   * - a path that is not a regular file inside its root
   *
   * In these cases, the caller uses `pinFile` and ffprobe, which read the file or report why it cannot be read.
   */
  readonly read: (files: ReadonlyArray<TrackFile>) => Effect.Effect<ReadonlyArray<ReadTrack | undefined>>
}

/** The port that reads music tags without starting a process per file. Live layer: `tags/LiveTagReader.ts`. */
export class TagReader extends Context.Tag("@media/media-tools/TagReader")<TagReader, TagReaderShape>() {}

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { MediaPath } from "./MediaPath.ts"
import type { ProbeFacts } from "./ProbeFacts.ts"

export interface ReadTrack {
  readonly facts: ProbeFacts
  /** See `hashes/Oshash.ts`; none for 8 bytes and fewer. */
  readonly oshash: string | null
}

export interface TagReaderShape {
  /**
   * What a music file says of itself, as `ProbeFacts` of the one sound and the picture in it, within 10 s. Undefined where it is
   * of another format, is damaged or hostile, or holds more than plain music does (chapters, several tracks, encryption):
   * ffprobe says why, or reads it.
   */
  readonly read: (path: MediaPath, sizeBytes: number) => Effect.Effect<ReadTrack | undefined>
}

/** The port through which tags of music are read without a process for each file. Live layer: `tags/LiveTagReader.ts`. */
export class TagReader extends Context.Tag("@media/media-tools/TagReader")<TagReader, TagReaderShape>() {}

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { MediaPath } from "../MediaPath.ts"

export interface FileHashes {
  /** MD5 of the whole file, 32 hexadecimal digits. */
  readonly md5: string
  /** The hash that `Oshash.ts` describes. Null for 8 bytes or fewer. */
  readonly oshash: string | null
  /** Number of bytes read. */
  readonly size: number
  /** Modification time in whole milliseconds since 1970, the same before and after reading. */
  readonly mtimeMs: number
}

/** The file could not be read to its end, or changed while it was being read. `reason` is a message for users. */
export class HashingFailed extends Schema.TaggedError<HashingFailed>()("HashingFailed", {
  code: Schema.Literal("changed", "unreadable", "stopped"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export interface FileHasherShape {
  /** Reads the whole file once. `onBytes` is called several times per second with the number of bytes read so far. */
  readonly hash: (
    path: MediaPath,
    onBytes: (bytes: number) => void
  ) => Effect.Effect<FileHashes, HashingFailed>
}

/** The port that reads whole files for their hashes. Live layer: `LiveFileHasher.ts`. */
export class FileHasher extends Context.Tag("@media/media-tools/FileHasher")<FileHasher, FileHasherShape>() {}

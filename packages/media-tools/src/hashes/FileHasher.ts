import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { MediaPath } from "../MediaPath.ts"

export interface FileHashes {
  /** MD5 of the whole file, 32 hexadecimal digits. */
  readonly md5: string
  /** See `Oshash.ts`; null for 8 bytes or fewer. */
  readonly oshash: string | null
  /** Number of bytes read. */
  readonly size: number
  /** Milliseconds since 1970, whole; equal before and after reading. */
  readonly mtimeMs: number
}

/** The file could not be read to its end, or was replaced meanwhile; `reason` is a sentence for people. */
export class HashingFailed extends Schema.TaggedError<HashingFailed>()("HashingFailed", {
  code: Schema.Literal("changed", "unreadable", "stopped"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export interface FileHasherShape {
  /** Reads the whole file once. `onBytes` is called now and then with the progress. */
  readonly hash: (
    path: MediaPath,
    onBytes: (bytes: number) => void
  ) => Effect.Effect<FileHashes, HashingFailed>
}

/** The port that reads whole files for their hashes. Live layer: `LiveFileHasher.ts`. */
export class FileHasher extends Context.Tag("@media/media-tools/FileHasher")<FileHasher, FileHasherShape>() {}

import { type FileUnopenable, holdFile } from "@media/kernel/HeldFile"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { FileHandle } from "node:fs/promises"
import type { ArchiveEntry } from "./ArchiveEntry.ts"
import { ArchiveRefused, EntryRefused } from "./ArchiveErrors.ts"
import { type ArchiveLimits, archiveLimits } from "./ArchiveLimits.ts"
import { directoryOf } from "./DirectoryCache.ts"
import { entryBytes, toRefused } from "./EntryBytes.ts"
import type { Directory } from "./ReadDirectory.ts"
import { refused } from "./Refusals.ts"

/** An open ZIP archive. Archives inside this archive are ordinary entries and are not opened. */
export interface Archive {
  /** The entries in the order of the archive's directory, so the position of an entry in this list is its `index`. */
  readonly entries: ReadonlyArray<ArchiveEntry>
  /**
   * Returns the content of an entry in pieces of at most 64 KiB. Fails before the first piece if the entry declares
   * more than `maxBytes`. The content is complete and undamaged only if the stream ends without an error.
   */
  readonly stream: (index: number, maxBytes?: number) => Stream.Stream<Uint8Array, EntryRefused>
  /** Reads an entry of at most `maxBytes` into memory and verifies its checksum. */
  readonly read: (index: number, maxBytes: number) => Effect.Effect<Buffer, EntryRefused>
}

/**
 * Opens a ZIP archive (zip, cbz, epub) until the scope closes. Nothing is unpacked to disk: entries are read directly
 * from the archive, by index. Fails if `path` is not inside `root`, as in `openInside`.
 */
export const openArchive = (
  root: string | Buffer,
  path: string | Buffer,
  limits: ArchiveLimits = archiveLimits
): Effect.Effect<Archive, ArchiveRefused | FileUnopenable, Scope.Scope> =>
  Effect.gen(function* () {
    const handle = yield* holdFile(root, path)
    const directory = yield* Effect.tryPromise({
      try: () => directoryOf(handle, limits),
      catch: toArchiveRefused
    })
    return archiveOf(handle, directory)
  }).pipe(Effect.withSpan("archives.open"))

const toArchiveRefused = (cause: unknown): ArchiveRefused =>
  cause instanceof ArchiveRefused
    ? cause
    : new ArchiveRefused({ code: "io-error", reason: "The archive cannot be read." })

const archiveOf = (handle: FileHandle, { base, entries, stored }: Directory): Archive => {
  const stream: Archive["stream"] = (index, maxBytes = Number.POSITIVE_INFINITY) =>
    Stream.suspend(() => {
      const entry = entries[index]
      const range = stored[index]
      if (entry === undefined || range === undefined)
        return Stream.fail(
          new EntryRefused({ code: "unknown", reason: "The archive does not contain this entry." })
        )
      if (entry.refusal !== undefined) return Stream.fail(refused(entry.refusal))
      if (entry.size > maxBytes) return Stream.fail(refused("too-large"))
      return Stream.fromAsyncIterable(entryBytes(handle, base, range, entry.size), toRefused)
    })
  const read: Archive["read"] = (index, maxBytes) =>
    Stream.runCollect(stream(index, maxBytes)).pipe(
      Effect.map((pieces) => Buffer.concat(Chunk.toReadonlyArray(pieces))),
      Effect.withSpan("archives.read")
    )
  return { entries, read, stream }
}

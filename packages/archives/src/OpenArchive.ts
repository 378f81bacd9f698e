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

/** An open ZIP archive; archives in it are entries like others and are not looked into. */
export interface Archive {
  /** In the order of its directory, by index. */
  readonly entries: ReadonlyArray<ArchiveEntry>
  /**
   * The content of an entry, in pieces of at most 64 KiB; fails before the first one when more than `maxBytes` are
   * declared. It is whole and undamaged when the stream ends without an error, not before.
   */
  readonly stream: (index: number, maxBytes?: number) => Stream.Stream<Uint8Array, EntryRefused>
  /** The content in memory, checked. */
  readonly read: (index: number, maxBytes: number) => Effect.Effect<Buffer, EntryRefused>
}

/**
 * Opens a ZIP archive (zip, cbz, epub) that lies inside `root`, for as long as the scope lasts. Nothing is unpacked: entries
 * are read in place, by their index. `root` and `path` are as for `openInside`.
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
      const place = stored[index]
      if (entry === undefined || place === undefined)
        return Stream.fail(new EntryRefused({ code: "unknown", reason: "There is no such entry." }))
      if (entry.refusal !== undefined) return Stream.fail(refused(entry.refusal))
      if (entry.size > maxBytes) return Stream.fail(refused("too-large"))
      return Stream.fromAsyncIterable(entryBytes(handle, base, place, entry.size), toRefused)
    })
  const read: Archive["read"] = (index, maxBytes) =>
    Stream.runCollect(stream(index, maxBytes)).pipe(
      Effect.map((pieces) => Buffer.concat(Chunk.toReadonlyArray(pieces))),
      Effect.withSpan("archives.read")
    )
  return { entries, read, stream }
}

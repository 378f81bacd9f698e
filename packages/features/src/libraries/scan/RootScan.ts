import * as SqlClient from "@effect/sql/SqlClient"
import { VersionConflict } from "@media/event-store/errors"
import { inBatches } from "@media/event-store/EventStore"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { lstat, readdir, stat } from "node:fs/promises"
import { takeIn, type Batch, type ScannedRoot } from "./Batch.ts"
import {
  entriesOfFolders,
  folderOf,
  knownFolders,
  pathHash,
  someKnownFiles,
  type ManifestEntry
} from "./Manifest.ts"
import { emptyTally, type ScanTally } from "./ScanTally.ts"
import { joinBytes, walk, type FolderVisit } from "./Walk.ts"

/** Files per transaction. A batch of 500 commits in some 30 ms, so readers of the log never wait long. */
const batchFiles = 500

export interface ScanRequest {
  readonly root: ScannedRoot
  readonly recursive: boolean
  /** Below the root, empty for all of it. */
  readonly start: Buffer
}

const LastScan = Schema.Struct({ identity: Schema.String, files: Schema.Number })

const lastScan = (rootId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowOf(LastScan)(sql`select identity, files from root_scans where root_id = ${rootId}`)
  )

/** Device and inode: while they stay, it is the same folder on the same disk. */
const identityOf = (path: Buffer) =>
  Effect.tryPromise({
    try: async () => {
      const info = await stat(path)
      if (!info.isDirectory()) throw new Error("it is not a folder")
      const entries = await readdir(path)
      return { identity: `${info.dev}:${info.ino}`, isEmpty: entries.length === 0 }
    },
    catch: (cause) =>
      new PermanentFailure({
        message: `The folder ${path.toString()} cannot be read (${describe(cause)}). Is its disk connected? Nothing was changed.`
      })
  }).pipe(
    // A dead network mount never answers, and one scan runs at a time.
    Effect.timeoutFail({
      duration: "30 seconds",
      onTimeout: () =>
        new RetryableFailure({
          message: `The folder ${path.toString()} does not answer. Is its disk connected? Nothing was changed.`
        })
    })
  )

const describe = (cause: unknown): string => {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === "ENOENT") return "it is not there"
  if (code === "EACCES") return "no permission"
  return code ?? message
}

const emptied = (path: Buffer, files: number) =>
  new PermanentFailure({
    message: `The folder ${path.toString()} is empty although ${files} files were there. Is its disk mounted? Nothing was changed.`
  })

/** Files looked for when the folder is another one than last time. */
const sample = 50

/** Is any of these files there? What cannot be examined may be. */
const isAnyThere = (root: Buffer, files: ReadonlyArray<Buffer>) =>
  Effect.promise(async () => {
    for (const relative of files) {
      try {
        await lstat(joinBytes(root, relative))
        return true
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException
        if (code !== "ENOENT" && code !== "ENOTDIR") return true
      }
    }
    return files.length === 0
  })

/** A disk that is not mounted leaves a folder that may hold something, and another disk holds other things. */
const exchanged = (path: Buffer) =>
  new PermanentFailure({
    message:
      `The folder ${path.toString()} is another one than at the last scan, and none of the known files is in it. ` +
      "Is the right disk mounted? Nothing was changed. If it is meant, remove this folder from the library and add it again."
  })

/** Cuts visits into batches; a folder larger than a batch is one batch of its own. */
async function* batchesOf(visits: AsyncGenerator<FolderVisit>): AsyncGenerator<ReadonlyArray<FolderVisit>> {
  let batch: Array<FolderVisit> = []
  let files = 0
  for await (const visit of visits) {
    batch.push(visit)
    files += visit._tag === "Read" ? visit.files.length : 0
    if (files >= batchFiles || batch.length >= batchFiles) {
      yield batch
      batch = []
      files = 0
    }
  }
  if (batch.length > 0) yield batch
}

const isBelow = (folder: Buffer, parent: Buffer): boolean =>
  parent.length === 0 ||
  folder.equals(parent) ||
  (folder.length > parent.length &&
    folder[parent.length] === 0x2f &&
    folder.subarray(0, parent.length).equals(parent))

/** What a batch of visits means, held against the notes of the last scan. */
const batchOf = (visits: ReadonlyArray<FolderVisit>, known: ReadonlyMap<string, ManifestEntry>): Batch => {
  const seen = new Set<string>()
  const files: Array<Batch["files"][number]> = []
  const oddities: Array<Batch["oddities"][number]> = []
  const failed = new Set<string>()
  for (const visit of visits) {
    if (visit._tag === "Unreadable") {
      failed.add(visit.folder.toString("hex"))
      continue
    }
    for (const file of visit.files) {
      const key = pathHash(file.relative).toString("hex")
      seen.add(key)
      files.push({ file, known: known.get(key) })
    }
    for (const oddity of visit.oddities) {
      const key = pathHash(oddity.relative).toString("hex")
      seen.add(key)
      const before = known.get(key)
      // What cannot be examined now keeps the entity it had; what was noted the same way is not noted again.
      if (before === undefined || (before.entityId === null && before.reason !== oddity.reason))
        oddities.push(oddity)
    }
  }
  const gone = [...known]
    .filter(([key, { relative }]) => !seen.has(key) && !failed.has(folderOf(relative).toString("hex")))
    .map(([, entry]) => entry)
  return { files, oddities, gone }
}

/** Splits a batch whose folder was huge. */
const parts = (batch: Batch): ReadonlyArray<Batch> => {
  if (batch.files.length <= batchFiles * 2) return [batch]
  const result: Array<Batch> = []
  for (let at = 0; at < batch.files.length; at += batchFiles) {
    const files = batch.files.slice(at, at + batchFiles)
    result.push({ files, oddities: at === 0 ? batch.oddities : [], gone: [] })
  }
  return result
}

const takeInAll = (root: ScannedRoot, batch: Batch, tally: ScanTally) =>
  Effect.forEach(
    parts(batch),
    (part) =>
      Effect.suspend(() => {
        const attempt = { ...tally }
        return Effect.tap(takeIn(root, part, attempt), () => Effect.sync(() => Object.assign(tally, attempt)))
      }).pipe(Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict })),
    { discard: true }
  )

/**
 * Scans one root: walks it as a stream, holds each folder against the notes of the last scan and takes the
 * differences in, batch by batch. Nothing is ever deleted: what is gone is marked missing, and only when its folder
 * was read (or is gone with a parent that was read) and the root is still the folder it was at the beginning.
 */
export const scanRoot = Effect.fn("scan.root")(function* (request: ScanRequest, context: JobContext) {
  const { root, start } = request
  const before = yield* identityOf(root.path)
  const last = yield* lastScan(root.rootId)
  if (Option.isSome(last) && last.value.files > 0 && before.isEmpty) {
    return yield* emptied(root.path, last.value.files)
  }
  if (
    Option.isSome(last) &&
    last.value.identity !== before.identity &&
    !(yield* isAnyThere(root.path, yield* someKnownFiles(root.rootId, sample)))
  ) {
    return yield* exchanged(root.path)
  }

  const tally = emptyTally()
  // A mount point without its disk may still hold a hidden file or two.
  let visibleFiles = 0
  const visited = new Set<string>()
  const unreadable: Array<Buffer> = []
  // Held back until the walk is complete: a disk that vanishes half-way must not lose the other half.
  const gone: Array<ManifestEntry> = []
  const walking = batchesOf(walk(root.path, { recursive: request.recursive, start }))
  yield* Effect.addFinalizer(() => Effect.promise(() => walking.return(undefined).then(() => undefined)))
  for (;;) {
    const next = yield* Effect.promise(() => walking.next())
    if (next.done === true) break
    const visits = next.value
    for (const visit of visits) {
      visited.add(pathHash(visit.folder).toString("hex"))
      if (visit._tag === "Read") {
        tally.folders += 1
        tally.files += visit.files.length
        visibleFiles += visit.files.filter(({ name }) => !name.startsWith(".")).length
      } else {
        tally.unreadableFolders += 1
        unreadable.push(visit.folder)
        yield* context.log(
          "warn",
          `${visit.folder.toString()}: ${visit.reason}; what was known below it stays as it is`
        )
      }
    }
    const known = yield* entriesOfFolders(
      root.rootId,
      visits.map(({ folder }) => folder)
    )
    const batch = batchOf(visits, known)
    gone.push(...batch.gone)
    yield* takeInAll(root, { ...batch, gone: [] }, tally)
    yield* context.progress({ phase: `${tally.files} files in ${tally.folders} folders` })
  }

  const after = yield* identityOf(root.path)
  if (after.identity !== before.identity) {
    return yield* new PermanentFailure({
      message: `The folder ${root.path.toString()} was exchanged while it was scanned. Nothing was marked missing; scan it again.`
    })
  }
  if (visibleFiles === 0 && Option.isSome(last) && last.value.files > 0 && start.length === 0) {
    return yield* emptied(root.path, last.value.files)
  }
  // Folders that were not met although everything above them was read are gone, and what was in them.
  const vanished = (yield* knownFolders(root.rootId)).filter(
    ([hash, folder]) =>
      !visited.has(hash) && isBelow(folder, start) && !unreadable.some((failed) => isBelow(folder, failed))
  )
  if (request.recursive) {
    for (const [, folder] of vanished) {
      gone.push(...(yield* entriesOfFolders(root.rootId, [folder])).values())
    }
  }
  for (const chunk of inBatches(gone, batchFiles)) {
    yield* takeInAll(root, { files: [], oddities: [], gone: chunk }, tally)
  }
  const sql = yield* SqlClient.SqlClient
  if (start.length === 0) {
    yield* sql`
      insert into root_scans (root_id, last_scanned_at, identity, files)
      values (${root.rootId}, now(), ${before.identity}, ${visibleFiles})
      on conflict (root_id) do update set
        last_scanned_at = excluded.last_scanned_at, identity = excluded.identity, files = excluded.files`
  }
  return tally
})

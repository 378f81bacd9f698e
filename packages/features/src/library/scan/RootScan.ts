import * as SqlClient from "@effect/sql/SqlClient"
import { PermanentFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { forEachAbsent, gone } from "../../catalog/files/AbsentFolders.ts"
import type { Batch, ScannedRoot } from "../../catalog/files/Classify.ts"
import { compare, type Comparison, type ExpectedFolders } from "../../catalog/files/Compare.ts"
import { displayPath } from "@media/disk/DisplayPath"
import { FileCalls, NoAnswer } from "@media/disk/FileCalls"
import { ingestBatch } from "../../catalog/files/IngestBatch.ts"
import { entriesAt, entriesOfFolders, someKnownFiles } from "../../catalog/files/Manifest.ts"
import { FolderReplaced } from "@media/disk/OpenFolder"
import { keyOfHash, pathHash, PathHashes } from "../../catalog/files/PathHashes.ts"
import {
  anyFileExists,
  identityOf,
  notAnswering,
  rootIsEmpty,
  rootWasReplaced
} from "../../catalog/files/RootIdentity.ts"
import { emptyTally, type ScanTally } from "../../catalog/files/ScanTally.ts"
import { batchesOf, walk, type FolderVisit } from "@media/disk/Walk"

/**
 * The number of files, links and other entries per transaction. A transaction with 500 entries takes about 30 ms, so
 * that processes that follow the event log do not wait long.
 */
const batchFiles = 500

export interface ScanRequest {
  readonly root: ScannedRoot
  readonly recursive: boolean
  /** The folder to scan, relative to the root. Empty for the whole root. */
  readonly start: Buffer
  /** The server's own folders, which the walk skips. See `WalkOptions`. */
  readonly ownFolders: ReadonlySet<string>
}

const LastScan = Schema.Struct({ identity: Schema.String, files: Schema.Number })

const lastScan = (rootId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowOf(LastScan)(sql`select identity, files from root_scans where root_id = ${rootId}`)
  )

/**
 * Number of known files to look for if the root is no longer the same folder as in the last scan. If none of them
 * exists, the scan fails.
 */
const sample = 50

/** Splits the changed entries of very large folders into batches. */
const parts = ({ files, skipped }: Comparison): ReadonlyArray<Batch> => {
  const largest = Math.max(files.length, skipped.length)
  if (largest <= batchFiles * 2) return [{ files, skipped, absent: [] }]
  const part = <A>(all: ReadonlyArray<A>, n: number) => all.slice(n * batchFiles, (n + 1) * batchFiles)
  return Array.from({ length: Math.ceil(largest / batchFiles) }, (_, n) => ({
    files: part(files, n),
    skipped: part(skipped, n),
    absent: []
  }))
}

/**
 * Starts a walk of the folders. The walk ends with the scan, even while it waits for a file system that never responds.
 */
const walkOf = ({ ownFolders, recursive, root, start }: ScanRequest) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const calls = new FileCalls()
        return {
          calls,
          visits: batchesOf(walk(root.path, { recursive, start, ownFolders, calls }), batchFiles)
        }
      }),
      ({ calls, visits }) =>
        Effect.sync(() => {
          calls.close()
          visits.return(undefined).catch(() => undefined)
        })
    ),
    ({ visits }) =>
      Effect.tryPromise({
        try: () => visits.next(),
        catch: (cause) => {
          if (cause instanceof NoAnswer) return notAnswering(root.path)
          const folder = displayPath(cause instanceof FolderReplaced ? start : root.path)
          return new PermanentFailure({
            message: `The folder ${folder} cannot be scanned: ${(cause as Error).message}`
          })
        }
      })
  )

interface Progress {
  readonly tally: ScanTally
  /** Hashes of the paths of all visited folders. Each hash takes about 60 bytes of memory. */
  readonly visited: Set<string>
  readonly unreadable: Array<Buffer>
  /**
   * The missing files, collected until the walk is complete. They are not marked earlier, because a disk may disappear
   * halfway through the walk.
   */
  readonly gone: PathHashes
  readonly expected: ExpectedFolders
  /**
   * The number of files that are not hidden. Hidden files do not count, because the mount point of a disconnected disk
   * may still contain a few of them.
   */
  visibleFiles: number
}

const recordVisit = (visit: FolderVisit, progress: Progress, context: JobContext) =>
  Effect.gen(function* () {
    const { tally } = progress
    progress.visited.add(keyOfHash(pathHash(visit.folder)))
    if (visit._tag === "Read") {
      tally.folders += 1
      tally.files += visit.files.length
      progress.visibleFiles += visit.files.filter(({ name }) => !name.startsWith(".")).length
      return
    }
    tally.unreadableFolders += 1
    progress.unreadable.push(visit.folder)
    const folder = displayPath(visit.folder)
    yield* context.log("warn", `${folder}: ${visit.reason}; the known contents of this folder are kept`)
  })

/**
 * Walks the folders and records the entries that changed. Missing files are collected in the result, but not marked
 * yet.
 */
const scanFolders = (request: ScanRequest, expectedFiles: number, context: JobContext) =>
  Effect.gen(function* () {
    const { root } = request
    const progress: Progress = {
      tally: emptyTally(),
      visited: new Set(),
      unreadable: [],
      gone: new PathHashes(),
      expected: new Map(),
      visibleFiles: 0
    }
    const { tally } = progress
    const nextVisits = yield* walkOf(request)
    for (;;) {
      const next = yield* nextVisits
      if (next.done === true) return progress
      const visits = next.value
      yield* Effect.forEach(visits, (visit) => recordVisit(visit, progress, context), { discard: true })
      const known = yield* entriesOfFolders(
        root.rootId,
        visits.map(({ folder }) => folder)
      )
      const comparison = compare(visits, known, progress.expected)
      for (const { hash } of comparison.gone) progress.gone.add(hash)
      yield* Effect.forEach(parts(comparison), (part) => ingestBatch(root, part, tally), { discard: true })
      yield* context.progress({
        phase: `${tally.files} files in ${tally.folders} folders`,
        // The expected number is from the last scan and may be too low, so the progress is limited to 99%.
        ...(expectedFiles === 0
          ? {}
          : { percent: Math.min(99, Math.floor((progress.visibleFiles / expectedFiles) * 100)) })
      })
    }
  })

/**
 * Scans one root. Walks its folders as a stream, compares each folder with the records of the last scan, and records
 * the differences in batches. Scanning never deletes anything. A missing file is only marked as missing, under two
 * conditions:
 * - Its folder was read, or a parent folder was read and no longer contains the file's folder.
 * - The root is still the same folder as at the start of the scan.
 */
export const scanRoot = Effect.fn("scan.root")(function* (request: ScanRequest, context: JobContext) {
  const { root, start } = request
  const before = yield* identityOf(root.path)
  const last = Option.getOrUndefined(yield* lastScan(root.rootId))
  const knownCount = last?.files ?? 0
  if (knownCount > 0 && before.isEmpty) return yield* rootIsEmpty(root.path, knownCount)
  if (
    last !== undefined &&
    last.identity !== before.identity &&
    !(yield* anyFileExists(root.path, yield* someKnownFiles(root.rootId, sample)))
  ) {
    return yield* rootWasReplaced(root.path)
  }

  const progress = yield* scanFolders(request, start.length === 0 ? knownCount : 0, context)
  const { tally } = progress

  const after = yield* identityOf(root.path)
  if (after.identity !== before.identity) {
    return yield* new PermanentFailure({
      message: `The folder ${root.path.toString()} was replaced during the scan. Nothing was marked as missing. Scan it again.`
    })
  }
  if (progress.visibleFiles === 0 && knownCount > 0 && start.length === 0) {
    return yield* rootIsEmpty(root.path, knownCount)
  }
  const ingestAbsent = (absent: Batch["absent"]) =>
    ingestBatch(root, { files: [], skipped: [], absent }, tally)
  for (const hashes of progress.gone.chunks(batchFiles)) {
    const entries = yield* entriesAt(root.rootId, hashes)
    yield* ingestAbsent(entries.map((entry) => ({ entry, ...gone })))
  }
  yield* forEachAbsent(root.rootId, { start, ...progress }, batchFiles, ingestAbsent)
  if (start.length === 0) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into root_scans (root_id, last_scanned_at, identity, files)
      values (${root.rootId}, now(), ${before.identity}, ${progress.visibleFiles})
      on conflict (root_id) do update set
        last_scanned_at = excluded.last_scanned_at, identity = excluded.identity, files = excluded.files`
  }
  return tally
})

import * as Effect from "effect/Effect"
import type { AbsentEntry } from "./Classify.ts"
import { entriesAt, pageOfEntries, pageOfFolders, type KnownFolder, type ManifestEntry } from "./Manifest.ts"
import { keyOfHash, keyOf, pathHash } from "./PathHashes.ts"

/** Number of folders that are checked at a time. */
const folderPage = 500

export const gone = { scanResult: "missing", reason: "The file no longer exists" } as const

type Outcome = Pick<AbsentEntry, "scanResult" | "reason">

export const isBelow = (folder: Buffer, parent: Buffer): boolean =>
  parent.length === 0 ||
  folder.equals(parent) ||
  (folder.length > parent.length &&
    folder[parent.length] === 0x2f &&
    folder.subarray(0, parent.length).equals(parent))

/** Returns the folder and its parents, deepest first, up to but not including `start`. */
const upTo = (folder: Buffer, start: Buffer): ReadonlyArray<Buffer> => {
  const result: Array<Buffer> = []
  for (let at = folder; at.length > start.length; at = at.subarray(0, Math.max(0, at.lastIndexOf(0x2f)))) {
    result.push(at)
  }
  return result
}

/**
 * Returns the scan result for the records of a folder that the scan did not reach: the reason why the folder was
 * skipped, or `gone`. Returns undefined if the folder or one of its parents was unreadable, so that the records are
 * kept unchanged.
 */
const outcomeOf = (
  { path }: KnownFolder,
  start: Buffer,
  records: ReadonlyMap<string, ManifestEntry>
): Outcome | undefined => {
  for (const above of upTo(path, start)) {
    const record = records.get(keyOf(above))
    if (record?.scanResult === "failed") return undefined
    if (record?.scanResult === "ignored")
      return { scanResult: "ignored", reason: `Its folder is ignored: ${record.reason}` }
  }
  return gone
}

export interface Reached {
  readonly start: Buffer
  /** Keys of the folders that were visited. */
  readonly visited: ReadonlySet<string>
  readonly unreadable: ReadonlyArray<Buffer>
}

const outcomesOf = (rootId: string, folders: ReadonlyArray<KnownFolder>, start: Buffer) =>
  Effect.gen(function* () {
    const above = new Map(folders.flatMap(({ path }) => upTo(path, start)).map((each) => [keyOf(each), each]))
    const records = (yield* entriesAt(rootId, [...above.values()].map(pathHash))).filter(
      ({ kind }) => kind !== "file"
    )
    const byKey = new Map(records.map((record) => [keyOfHash(record.hash), record]))
    const groups = new Map<string, { outcome: Outcome; hashes: Array<Buffer> }>()
    for (const folder of folders) {
      const outcome = outcomeOf(folder, start, byKey)
      if (outcome === undefined) continue
      const group = groups.get(outcome.reason)
      if (group === undefined) groups.set(outcome.reason, { outcome, hashes: [folder.hash] })
      else group.hashes.push(folder.hash)
    }
    return [...groups.values()]
  })

/**
 * Finds all records in folders that no longer exist or are no longer scanned. Passes these records to `ingest` in
 * batches of `limit`, so that memory use does not grow with the number of records. Call this function after the folder
 * walk is complete and the records of the walk are saved.
 */
export const forEachAbsent = <E, R>(
  rootId: string,
  reached: Reached,
  limit: number,
  ingest: (absent: ReadonlyArray<AbsentEntry>) => Effect.Effect<unknown, E, R>
) =>
  Effect.gen(function* () {
    for (let after: Buffer | undefined; ;) {
      const page = yield* pageOfFolders(rootId, after, folderPage)
      const absent = page.filter(
        ({ hash, path }) =>
          !reached.visited.has(keyOfHash(hash)) &&
          isBelow(path, reached.start) &&
          !reached.unreadable.some((failed) => isBelow(path, failed))
      )
      for (const { hashes, outcome } of yield* outcomesOf(rootId, absent, reached.start)) {
        for (let last: ManifestEntry | undefined; ;) {
          const entries = yield* pageOfEntries(rootId, hashes, last, limit)
          if (entries.length > 0) yield* ingest(entries.map((entry) => ({ entry, ...outcome })))
          if (entries.length < limit) break
          last = entries.at(-1)
        }
      }
      if (page.length < folderPage) return
      after = page.at(-1)?.hash
    }
  })

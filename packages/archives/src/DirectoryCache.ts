import type { BigIntStats } from "node:fs"
import type { FileHandle } from "node:fs/promises"
import { now } from "@media/kernel/Timestamp"
import { type ArchiveLimits, archiveLimits } from "./ArchiveLimits.ts"
import { type Directory, readDirectory } from "./ReadDirectory.ts"

// The pages of a comic are asked for one after another, and each time the whole directory would be read: 23 ms of 5,000
// entries, 39 of 10,000 (2026-11-23), where a page itself takes 1.

/** Of all archives: 24 MB. */
const MOST_ENTRIES = 50_000
const KEPT_MILLIS = 60_000
/** File systems tell times in steps of up to 2 s: what was written just now may be written again unseen. */
const SETTLED_MILLIS = 5_000

interface Kept {
  readonly directory: Directory
  usedAt: number
}

/** The one used last is the last. */
const kept = new Map<string, Kept>()
let entries = 0
let timer: NodeJS.Timeout | undefined

const drop = (key: string): void => {
  entries -= kept.get(key)?.directory.entries.length ?? 0
  kept.delete(key)
}

const dropUnused = (): void => {
  timer = undefined
  for (const [key, { usedAt }] of kept) if (performance.now() - usedAt >= KEPT_MILLIS) drop(key)
  if (kept.size > 0) startTimer()
}
const startTimer = (): void => {
  timer ??= setTimeout(dropUnused, KEPT_MILLIS).unref()
}

const keep = (key: string, directory: Directory): void => {
  drop(key)
  kept.set(key, { directory, usedAt: performance.now() })
  entries += directory.entries.length
  for (const oldest of kept.keys()) {
    if (entries <= MOST_ENTRIES) break
    drop(oldest)
  }
  startTimer()
}

const keyOf = ({ ctimeNs, dev, ino, mtimeNs, size }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(":")

/**
 * The directory of an open archive, from memory when the file is the same, by its number, size and times. Rejects as
 * `readDirectory` does; what was refused is read again.
 */
export const directoryOf = async (handle: FileHandle, limits: ArchiveLimits): Promise<Directory> => {
  const stats = await handle.stat({ bigint: true })
  const key = keyOf(stats)
  const known = limits === archiveLimits ? kept.get(key) : undefined
  if (known !== undefined) {
    keep(key, known.directory)
    return known.directory
  }
  const directory = await readDirectory(handle, Number(stats.size), limits)
  const isSettled = now().getTime() - Number(stats.ctimeNs / 1_000_000n) > SETTLED_MILLIS
  if (limits === archiveLimits && isSettled) keep(key, directory)
  return directory
}

/** For tests: how many entries are kept. */
export const keptEntries = (): number => entries

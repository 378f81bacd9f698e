import type { BigIntStats } from "node:fs"
import type { FileHandle } from "node:fs/promises"
import { now } from "@media/kernel/Timestamp"
import { type ArchiveLimits, archiveLimits } from "./ArchiveLimits.ts"
import { type Directory, readDirectory } from "./ReadDirectory.ts"

// The pages of a comic are asked for one after another, and each time the whole directory would be read: 23 ms of 5,000
// entries, 39 of 10,000 (2026-11-23), where a page itself takes 1.

/** Of all archives. */
const MOST_BYTES = 24 * 1024 ** 2
/** Of one: 24,000 entries with short names. What is larger is read each time. */
const MOST_BYTES_EACH = 12 * 1024 ** 2
/** Of an entry: 50,000 with short names took 24 MB. A letter of its names takes 2 at its worst. */
const ENTRY_BYTES = 480
const KEPT_MILLIS = 60_000
/** File systems tell times in steps of up to 2 s: what was written just now may be written again unseen. */
const SETTLED_MILLIS = 5_000

interface Kept {
  readonly directory: Directory
  readonly bytes: number
  usedAt: number
}

/** The one used last is the last. */
const kept = new Map<string, Kept>()
let bytesKept = 0
let timer: NodeJS.Timeout | undefined

const drop = (key: string): void => {
  bytesKept -= kept.get(key)?.bytes ?? 0
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

const bytesOf = ({ entries }: Directory): number =>
  entries.reduce((sum, { key, name }) => sum + ENTRY_BYTES + 2 * (key.length + name.length), 0)

const keep = (key: string, directory: Directory, bytes: number): void => {
  drop(key)
  if (bytes > MOST_BYTES_EACH) return
  kept.set(key, { directory, bytes, usedAt: performance.now() })
  bytesKept += bytes
  for (const oldest of kept.keys()) {
    if (bytesKept <= MOST_BYTES) break
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
    keep(key, known.directory, known.bytes)
    return known.directory
  }
  const directory = await readDirectory(handle, Number(stats.size), limits)
  const isSettled = now().getTime() - Number(stats.ctimeNs / 1_000_000n) > SETTLED_MILLIS
  if (limits === archiveLimits && isSettled) keep(key, directory, bytesOf(directory))
  return directory
}

/** For tests: how many bytes are counted. */
export const keptBytes = (): number => bytesKept

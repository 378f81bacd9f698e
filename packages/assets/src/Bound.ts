import { readdir, stat, statfs } from "node:fs/promises"
import { AssetFailure } from "./AssetErrors.ts"
import { AssetFolder } from "./AssetFolder.ts"
import type { AssetKind } from "./AssetKind.ts"
import { itemFolder, STAMP_NAME } from "./AssetPaths.ts"
import { RECENT_MS } from "./InUse.ts"
import { isLeased } from "./Leases.ts"

const GIB = 1024 ** 3
/** Minimum free disk space in bytes for starting to generate files. */
const FLOOR_BYTES = 64 * 1024 * 1024

export interface CacheRoom {
  /** Bytes in use after the eviction, by all items of the kind. */
  readonly used: number
  readonly maxBytes: number
}

interface CacheEntry {
  readonly itemId: string
  readonly folder: AssetFolder
  readonly bytes: number
  readonly usedAtMs: number
  readonly isLeased: boolean
}

/**
 * Keeps a kind within its limits by evicting items, least recently used first. Evicting an item deletes all of its
 * files except the files that the kind always keeps. If too little disk space is free afterwards, rejects with
 * `AssetFailure` `ENOSPC`.
 *
 * Never evicts:
 * - an item that is busy in this process
 * - an item that another process has leased
 * - an item that was used within the last ten minutes
 */
export const enforceBound = async (
  kind: AssetKind,
  isBusy: (itemId: string) => boolean,
  nowMs: number
): Promise<CacheRoom> => {
  const space = await statfs(kind.folder)
  const total = space.blocks * space.bsize
  const maxBytes = kind.limits.maxBytes ?? Math.max(10 * GIB, total * 0.1)
  const minFree = kind.limits.minFreeBytes ?? Math.min(10 * GIB, total * 0.05)
  const isEvictable = (entry: CacheEntry) =>
    !isBusy(entry.itemId) && !entry.isLeased && nowMs - entry.usedAtMs > RECENT_MS
  const entries = await listEntries(kind, nowMs)
  let used = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  let free = space.bavail * space.bsize
  for (const { itemId } of entries.filter(isEvictable).toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (used <= maxBytes && free >= minFree) break
    // Check again, because deleting other items takes time, and a user may have started to play this item in the
    // meantime.
    const present = await measure(kind, itemId, nowMs)
    if (present === undefined || !isEvictable(present)) continue
    await present.folder.clear((name) => !kind.isKept(name))
    used -= present.bytes
    free += present.bytes
  }
  if (free < Math.min(FLOOR_BYTES, minFree)) throw new AssetFailure({ code: "ENOSPC" })
  return { used, maxBytes }
}

const listEntries = async (kind: AssetKind, nowMs: number): Promise<ReadonlyArray<CacheEntry>> => {
  const entries: Array<CacheEntry> = []
  for (const itemId of await readdir(kind.folder)) {
    const entry = await measure(kind, itemId, nowMs)
    if (entry !== undefined) entries.push(entry)
  }
  return entries
}

const measure = async (kind: AssetKind, itemId: string, nowMs: number): Promise<CacheEntry | undefined> => {
  try {
    const folder = new AssetFolder(itemFolder(kind.folder, itemId))
    const names = await readdir(folder.directory)
    const usedAtMs = names.includes(STAMP_NAME) ? (await stat(folder.file(STAMP_NAME))).mtimeMs : 0
    const bytes = (await kind.recordedBytes(folder)) ?? (await folder.bytes())
    return { itemId, folder, bytes, usedAtMs, isLeased: await isLeased(folder, names, nowMs) }
  } catch {
    // The folder has a name that the store never creates, or it is being deleted at the moment.
    return undefined
  }
}

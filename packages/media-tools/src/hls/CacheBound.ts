import { readdir, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { diskFull } from "./Failures.ts"
import { GENERATION_NAME, isLease, isTrickplay, videoDirectory } from "./CachePaths.ts"
import { VideoCache } from "./VideoCache.ts"

export interface CacheLimits {
  /** All segments together; absent: max(10 GiB, 10 % of the file system). */
  readonly maxBytes?: number
  /** Space to leave to others; absent: 5 % of the file system, at most 10 GiB. */
  readonly minFreeBytes?: number
}

const GIB = 1024 ** 3
/** Below this nothing new is begun at all. */
const FLOOR_BYTES = 64 * 1024 * 1024
/** A video asked for so recently is being watched. */
const RECENT_MS = 10 * 60_000

/** A lease is renewed each 30 s; one that missed four times belonged to a process that died. */
const LEASE_MS = 120_000

export interface CacheRoom {
  /** Bytes in use after the cleaning, of all videos. */
  readonly used: number
  readonly maxBytes: number
}

interface CacheEntry {
  readonly id: string
  readonly cache: VideoCache
  readonly bytes: number
  readonly usedAtMs: number
  readonly isLeased: boolean
}

/**
 * Keeps the cache within its bounds: whole videos go, the longest unused first, never one that is busy in this process,
 * leased by another, or asked for within ten minutes; their trickplay stays (it is small). Rejects with `disk-full` when
 * there is no room to work in even so.
 */
export const enforceBounds = async (
  cacheDir: string,
  limits: CacheLimits,
  isBusy: (id: string) => boolean,
  nowMs: number
): Promise<CacheRoom> => {
  const space = await statfs(cacheDir)
  const total = space.blocks * space.bsize
  const maxBytes = limits.maxBytes ?? Math.max(10 * GIB, total * 0.1)
  const minFree = limits.minFreeBytes ?? Math.min(10 * GIB, total * 0.05)
  const isEvictable = (entry: CacheEntry) =>
    !isBusy(entry.id) && !entry.isLeased && nowMs - entry.usedAtMs > RECENT_MS
  const entries = await listEntries(cacheDir, nowMs)
  let used = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  let free = space.bavail * space.bsize
  for (const { id } of entries.filter(isEvictable).toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (used <= maxBytes && free >= minFree) break
    // Others were deleted meanwhile, which takes time: a viewer may have started this one.
    const present = await measure(cacheDir, id, nowMs)
    if (present === undefined || !isEvictable(present)) continue
    await present.cache.clear((name) => !isTrickplay(name))
    used -= present.bytes
    free += present.bytes
  }
  if (free < Math.min(FLOOR_BYTES, minFree)) throw diskFull()
  return { used, maxBytes }
}

const listEntries = async (cacheDir: string, nowMs: number): Promise<ReadonlyArray<CacheEntry>> => {
  const entries: Array<CacheEntry> = []
  for (const id of await readdir(cacheDir)) {
    const entry = await measure(cacheDir, id, nowMs)
    if (entry !== undefined) entries.push(entry)
  }
  return entries
}

/** A complete directory knows its size; otherwise it is added up. */
const measure = async (cacheDir: string, id: string, nowMs: number): Promise<CacheEntry | undefined> => {
  try {
    const cache = new VideoCache(videoDirectory(cacheDir, id))
    const names = await readdir(cache.directory)
    const usedAtMs = names.includes(GENERATION_NAME) ? (await stat(cache.file(GENERATION_NAME))).mtimeMs : 0
    const sidecar = await cache.sidecar()
    const bytes = sidecar?.bytes ?? (await sizeOfFiles(cache.directory, names))
    return { id, cache, bytes, usedAtMs, isLeased: await isHeld(cache, names, nowMs) }
  } catch {
    // Not ours (a name we never make), or going away as we look.
    return undefined
  }
}

const isHeld = async (cache: VideoCache, names: ReadonlyArray<string>, nowMs: number): Promise<boolean> => {
  for (const name of names.filter(isLease)) {
    if (nowMs - (await stat(cache.file(name))).mtimeMs < LEASE_MS) return true
  }
  return false
}

/** Temporary files get their names as we look: what is gone counts nothing. */
const sizeOfFiles = async (directory: string, names: ReadonlyArray<string>): Promise<number> => {
  let bytes = 0
  for (const name of names) bytes += (await stat(join(directory, name)).catch(() => undefined))?.size ?? 0
  return bytes
}

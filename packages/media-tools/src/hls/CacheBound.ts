import { readdir, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { diskFull } from "./Failures.ts"
import { isTrickplay, videoDirectory } from "./CachePaths.ts"
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

interface Occupant {
  readonly cache: VideoCache
  readonly bytes: number
  readonly usedAtMs: number
}

/**
 * Keeps the cache within its bounds: whole videos go, the longest unused first, never one that is busy or was
 * asked for within ten minutes; their trickplay stays (it is small). Rejects with `disk-full` when there is no
 * room to work in even so.
 */
export const enforceBounds = async (
  cacheDir: string,
  limits: CacheLimits,
  isBusy: (id: string) => boolean,
  nowMs: number
): Promise<void> => {
  const space = await statfs(cacheDir)
  const total = space.blocks * space.bsize
  const maxBytes = limits.maxBytes ?? Math.max(10 * GIB, total * 0.1)
  const minFree = limits.minFreeBytes ?? Math.min(10 * GIB, total * 0.05)
  const occupants = await occupantsOf(cacheDir, isBusy, nowMs)
  let used = occupants.all
  let free = space.bavail * space.bsize
  for (const occupant of occupants.evictable) {
    if (used <= maxBytes && free >= minFree) break
    await occupant.cache.clear((name) => !isTrickplay(name))
    used -= occupant.bytes
    free += occupant.bytes
  }
  if (free < Math.min(FLOOR_BYTES, minFree)) throw diskFull()
}

const occupantsOf = async (cacheDir: string, isBusy: (id: string) => boolean, nowMs: number) => {
  const evictable: Array<Occupant> = []
  let all = 0
  for (const id of await readdir(cacheDir)) {
    const occupant = await measure(cacheDir, id)
    if (occupant === undefined) continue
    all += occupant.bytes
    if (!isBusy(id) && nowMs - occupant.usedAtMs > RECENT_MS) evictable.push(occupant)
  }
  evictable.sort((a, b) => a.usedAtMs - b.usedAtMs)
  return { all, evictable }
}

/** A complete directory knows its size; otherwise it is added up. */
const measure = async (cacheDir: string, id: string): Promise<Occupant | undefined> => {
  try {
    const cache = new VideoCache(videoDirectory(cacheDir, id))
    const names = await readdir(cache.directory)
    const usedAtMs = names.includes("generation.json")
      ? (await stat(cache.file("generation.json"))).mtimeMs
      : 0
    const sidecar = await cache.sidecar()
    const bytes = sidecar?.bytes ?? (await sizeOfFiles(cache.directory, names))
    return { cache, bytes, usedAtMs }
  } catch {
    // Not ours (a name we never make), or going away as we look.
    return undefined
  }
}

const sizeOfFiles = async (directory: string, names: ReadonlyArray<string>): Promise<number> => {
  let bytes = 0
  for (const name of names) bytes += (await stat(join(directory, name))).size
  return bytes
}

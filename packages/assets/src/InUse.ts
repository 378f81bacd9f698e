import { stat } from "node:fs/promises"
import type { AssetFolder } from "./AssetFolder.ts"
import { STAMP_NAME } from "./AssetPaths.ts"
import { isLeased } from "./Leases.ts"

/**
 * An item counts as in use for this many milliseconds after its last use, because a user may still be watching the
 * video.
 */
export const RECENT_MS = 10 * 60_000

/**
 * True if a process holds a lease on the folder, or if the folder was used within the last ten minutes. Rejects with
 * errno errors.
 */
export const isInUse = async (folder: AssetFolder, nowMs: number): Promise<boolean> => {
  const names = await folder.names()
  if (await isLeased(folder, names, nowMs)) return true
  if (!names.includes(STAMP_NAME)) return false
  const stamp = await stat(folder.file(STAMP_NAME)).catch(() => undefined)
  return stamp !== undefined && nowMs - stamp.mtimeMs <= RECENT_MS
}

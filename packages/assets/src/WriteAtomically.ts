import { writeWhole } from "@media/kernel/WriteWhole"
import { open } from "node:fs/promises"
import { dirname } from "node:path"

/**
 * Replaces a file as a whole (see `writeWhole`). Also flushes the folder of the file to disk, so that the new file
 * survives a power failure.
 */
export const writeAtomically = async (path: string, content: string | Buffer): Promise<void> => {
  await writeWhole(path, (file) => file.writeFile(content))
  await syncFolder(dirname(path))
}

/**
 * Flushes a folder to disk. Errors are ignored, because network file systems reject this call and decide themselves
 * when to write.
 */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/**
 * True if `temporary` is the name of a temporary file of `writeAtomically` for a target whose name `isTarget` accepts.
 */
export const isTemporaryOf = (temporary: string, isTarget: (name: string) => boolean): boolean => {
  const name = /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(temporary)?.[1]
  return name !== undefined && isTarget(name)
}

import { writeWhole } from "@media/kernel/WriteWhole"
import { open } from "node:fs/promises"
import { dirname } from "node:path"

/** Replaces a file with `writeWhole` and flushes its folder to disk. */
export const writeAtomically = async (path: string, content: string | Buffer): Promise<void> => {
  await writeWhole(path, (file) => file.writeFile(content))
  await syncFolder(dirname(path))
}

/** Flushes a folder to disk. Network file systems reject this call, and decide themselves when to write the file. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** True if the name is a temporary name of `writeAtomically` and the target name is accepted by `isTarget`. */
export const isTemporaryOf = (temporary: string, isTarget: (name: string) => boolean): boolean => {
  const name = /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(temporary)?.[1]
  return name !== undefined && isTarget(name)
}

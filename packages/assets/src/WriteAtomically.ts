import { writeWhole } from "@media/kernel/WriteWhole"
import { open } from "node:fs/promises"
import { dirname } from "node:path"

/** Replaces a file with `writeWhole` and flushes its folder. */
export const writeAtomically = async (path: string, content: string | Buffer): Promise<void> => {
  await writeWhole(path, (file) => file.writeFile(content))
  await syncFolder(dirname(path))
}

/** Network file systems reject this; then the file is as safe as they make it. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Tells whether a file is a temporary of `writeAtomically` for an accepted target name. */
export const isTemporaryOf = (temporary: string, isTarget: (name: string) => boolean): boolean => {
  const name = /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(temporary)?.[1]
  return name !== undefined && isTarget(name)
}

import { randomBytes } from "node:crypto"
import { open, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"

/**
 * The whole content or none, also after a power cut: it is written beside, flushed, and renamed; then the folder's entry is
 * flushed. Rejects with errno errors, and leaves no file behind then.
 */
export const writeBeside = async (path: string, content: string | Buffer): Promise<void> => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`)
  try {
    const file = await open(temporary, "wx")
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw cause
  }
  await syncFolder(dirname(path))
}

/** Network file systems refuse this; then the file is as safe as they make it. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Of `writeBeside`, by the name it gets in the end. */
export const isWrittenBeside = (temporary: string, isTarget: (name: string) => boolean): boolean => {
  const name = /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(temporary)?.[1]
  return name !== undefined && isTarget(name)
}

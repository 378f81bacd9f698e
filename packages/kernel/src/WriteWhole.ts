import { randomBytes } from "node:crypto"
import { type FileHandle, open, rename, unlink } from "node:fs/promises"

/** Returns a temporary name in the same folder: `.NAME.xxxxxxxxxxxx.tmp`. */
const temporaryFor = (target: Buffer): Buffer => {
  const name = target.lastIndexOf("/") + 1
  return Buffer.concat([
    target.subarray(0, name),
    Buffer.from("."),
    target.subarray(name),
    Buffer.from(`.${randomBytes(6).toString("hex")}.tmp`)
  ])
}

/**
 * Writes a file completely or not at all, even if the power fails: writes and flushes a temporary file, then renames
 * it. Never writes through a link: the temporary file is created exclusively, and the rename replaces an existing link
 * that has the target's name. If an error occurs, removes the temporary file and rejects with the errno error. The
 * caller must flush the folder.
 */
export const writeWhole = async (
  target: Buffer | string,
  write: (file: FileHandle) => Promise<unknown>
): Promise<void> => {
  const path = Buffer.from(target)
  const temporary = temporaryFor(path)
  const file = await open(temporary, "wx", 0o644)
  try {
    await write(file).finally(() => file.sync())
    await file.close()
    await rename(temporary, path)
  } catch (cause) {
    await file.close().catch(() => undefined)
    await unlink(temporary).catch(() => undefined)
    throw cause
  }
}

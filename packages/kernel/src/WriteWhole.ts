import { randomBytes } from "node:crypto"
import { type FileHandle, open, rename, unlink } from "node:fs/promises"

/** `.NAME.xxxxxxxxxxxx.tmp` in the same folder. */
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
 * Writes a whole file or none, also when the power fails: under a new temporary name first, which is flushed and then renamed.
 * Never writes through a link: the temporary file is created exclusively, and the rename replaces a link that has the target's
 * name. Rejects with errno errors, and leaves no file behind then. The caller flushes the folder.
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

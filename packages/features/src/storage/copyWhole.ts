import type { FolderInside } from "@media/kernel/FolderInside"
import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, lstat, open, rename, unlink } from "node:fs/promises"

const CHUNK = 1024 * 1024

/**
 * Writes a file into a folder that is held open, under a temporary name that it loses once it is whole and on the disk.
 * Rejects with errno errors, and leaves nothing behind then.
 */
export const writeWhole = async (
  to: FolderInside,
  name: string,
  write: (file: FileHandle) => Promise<unknown>
): Promise<void> => {
  const temporary = to.at(`.${name}.${randomBytes(6).toString("hex")}.tmp`)
  const file = await open(temporary, "wx", 0o644)
  try {
    await write(file).finally(() => file.sync())
    await file.close()
    await rename(temporary, to.at(name))
  } catch (cause) {
    await file.close().catch(() => undefined)
    await unlink(temporary).catch(() => undefined)
    throw cause
  }
}

const copyBytes = async (source: FileHandle, target: FileHandle, size: number): Promise<void> => {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, size)))
  for (let at = 0; at < size;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) throw Object.assign(new Error("the file became shorter"), { code: "EIO" })
    await target.writeFile(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

/**
 * The same with the bytes of another file. Nothing is copied when a file of the name and size is there: our names say what
 * the content is. Answers the bytes; undefined when the source is gone, or is a link.
 */
export const copyWhole = async (
  from: string | Buffer,
  to: FolderInside,
  name: string
): Promise<number | undefined> => {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT" || cause.code === "ELOOP") return undefined
      throw cause
    }
  )
  if (source === undefined) return undefined
  try {
    const { size } = await source.stat()
    const there = await lstat(to.at(name)).catch(() => undefined)
    if (there?.isFile() !== true || there.size !== size)
      await writeWhole(to, name, (target) => copyBytes(source, target, size))
    return size
  } finally {
    await source.close()
  }
}

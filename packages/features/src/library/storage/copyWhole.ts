import type { FolderInside } from "@media/kernel/FolderInside"
import { writeWhole } from "@media/kernel/WriteWhole"
import { constants } from "node:fs"
import { type FileHandle, lstat, open } from "node:fs/promises"

const CHUNK = 1024 * 1024

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
 * Copies a file into an open folder with `writeWhole`. If the folder already has a file with the same name and size,
 * nothing is copied, because the names identify the content. Returns the number of bytes, or undefined if the source is
 * missing or is a link.
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
      await writeWhole(to.at(name), (target) => copyBytes(source, target, size))
    return size
  } finally {
    await source.close()
  }
}

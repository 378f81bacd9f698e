import type { FolderInside } from "@media/kernel/FolderInside"
import { OutsideRoot } from "@media/kernel/InsideRoot"
import { moveToNew } from "@media/kernel/MoveToNew"
import { now } from "@media/kernel/Timestamp"
import { constants } from "node:fs"
import { access, copyFile, type FileHandle, mkdir, open, statfs, unlink } from "node:fs/promises"
import { join } from "node:path"
import { headBytes } from "../../Signatures.ts"
import { UploadRefused } from "./errors.ts"
import { isThere } from "./folders.ts"
import { tooLarge, wrongContent, type UploadRule } from "./rule.ts"

/** The number of bytes to keep free on a disk that receives files. */
const RESERVE_BYTES = 64 * 1024 ** 2

/** Returns the temporary name of an upload. The name is hidden, and scans recognize the file as unfinished. */
export const incomingName = (id: string): string => `.incoming-${id}`

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? ""

/** Converts a file system error to an error with a message for users. Unknown errors are returned unchanged. */
export const refusalOf = (cause: unknown): unknown => {
  if (cause instanceof OutsideRoot)
    return new UploadRefused({
      status: 400,
      code: "validation",
      message:
        "folder: the path contains a symbolic link, which the server does not follow. Choose another folder."
    })
  switch (codeOf(cause)) {
    case "ENOSPC":
    case "EDQUOT":
      return new UploadRefused({
        status: 507,
        code: "storage_full",
        message: "The disk of this library does not have enough space for the file. Nothing was stored."
      })
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new UploadRefused({
        status: 403,
        code: "folder_not_writable",
        message: "The server cannot write to the folder of this library (read-only, or no permission)."
      })
    case "EEXIST":
      return new UploadRefused({
        status: 409,
        code: "file_conflict",
        message: "A file with this name already exists. It was not replaced."
      })
    case "ENOENT":
    case "ENOTDIR":
      return new UploadRefused({
        status: 409,
        code: "folder_missing",
        message: "The folder of this library cannot be found. Is its disk connected?"
      })
    default:
      return cause
  }
}

/** Fails if this process may not write to the folder. */
export const requireWritable = (folder: FolderInside): Promise<void> => access(folder.path, constants.W_OK)

/** Fails if the disk has too little free space for another `bytes` bytes. */
export const requireRoom = async (folder: Pick<FolderInside, "path">, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder.path)
  if (bytes + RESERVE_BYTES > bavail * bsize) throw Object.assign(new Error("no room"), { code: "ENOSPC" })
}

/**
 * Fails if the name is taken. Called before the file is received, so that the client does not send gigabytes that are
 * then rejected.
 */
export const requireFree = async (folder: FolderInside, name: string): Promise<void> => {
  if (await isThere(folder.at(name))) throw Object.assign(new Error("taken"), { code: "EEXIST" })
}

/** Fails if the first bytes do not match files of this kind. */
export const requireContent = async (handle: FileHandle, rule: UploadRule): Promise<void> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  if (!rule.beginsWell(buffer.subarray(0, bytesRead))) throw wrongContent(rule)
}

/** A file that is being written under a temporary name. */
export interface Incoming {
  readonly path: Buffer
  readonly handle: FileHandle
  readonly write: (bytes: Uint8Array) => Promise<void>
  readonly size: () => number
}

export const beginFile = async (path: Buffer, rule: UploadRule): Promise<Incoming> => {
  const handle = await open(path, "wx+")
  let size = 0
  let isJudged = false
  return {
    path,
    handle,
    size: () => size,
    write: async (bytes) => {
      size += bytes.length
      if (size > rule.maxBytes) throw tooLarge(rule)
      let done = 0
      while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten
      if (isJudged || size < headBytes) return
      // Check the type of the content as soon as its first bytes have arrived, not after gigabytes.
      isJudged = true
      await requireContent(handle, rule)
    }
  }
}

/**
 * Interval in milliseconds between updates of the file's time. The interval is much shorter than the time after which
 * an inactive upload counts as dead (see `maintenance.ts`).
 */
const BEAT_MILLIS = 60_000

/**
 * Resolves when the bytes are on disk. A slow disk may take eight minutes to write 12 GB from memory. Meanwhile, this
 * function regularly updates the file's modification time. Otherwise, another process would delete the file as
 * abandoned.
 */
export const flushFile = async (
  { handle }: { readonly handle: Pick<FileHandle, "sync" | "utimes"> },
  beatMillis = BEAT_MILLIS
): Promise<void> => {
  let beating: Promise<void> = Promise.resolve()
  const beat = () => {
    const time = now()
    // Failures are ignored, because `sync` reports problems with the disk.
    beating = handle.utimes(time, time).catch(() => undefined)
  }
  const timer = setInterval(beat, beatMillis)
  try {
    await handle.sync()
  } finally {
    clearInterval(timer)
    await beating
  }
}

/**
 * Renames a complete file to its final name. The caller must have flushed the content to disk. When this function
 * returns, the new name is on disk too.
 */
export const finishFile = async (incoming: Incoming, folder: FolderInside, name: string): Promise<void> => {
  await moveToNew(incoming.path, folder.at(name))
  await folder.sync()
}

/** Closes the file and deletes it. */
export const discard = async (incoming: Incoming): Promise<void> => {
  await incoming.handle.close().catch(() => undefined)
  await unlink(incoming.path).catch(() => undefined)
}

/** Creates a temporary file in the cache for an upload whose file arrives before the form field with the target. */
export const beginSpool = async (
  cacheDir: string,
  id: string,
  bytes: number,
  rule: UploadRule
): Promise<Incoming> => {
  const folder = join(cacheDir, "incoming")
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await requireRoom({ path: Buffer.from(folder) }, bytes)
  return beginFile(Buffer.from(join(folder, id)), rule)
}

/** Moves the spooled file from the cache to its target folder. */
export const fromSpool = async (spool: Incoming, path: Buffer): Promise<Incoming> => {
  await copyFile(spool.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await discard(spool)
  // Does not follow a link that has replaced the file in the meantime.
  const handle = await open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  return { path, handle, size: spool.size, write: () => Promise.resolve() }
}

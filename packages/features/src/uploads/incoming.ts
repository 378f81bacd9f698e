import { openFolderInside, type FolderInside } from "@media/kernel/FolderInside"
import { OutsideRoot } from "@media/kernel/InsideRoot"
import { moveToNew } from "@media/kernel/MoveToNew"
import { constants } from "node:fs"
import { copyFile, type FileHandle, lstat, mkdir, open, rm, statfs, unlink } from "node:fs/promises"
import { join } from "node:path"
import { headBytes } from "../Signatures.ts"
import { UploadRefused } from "./errors.ts"

/** Left free on a disk that files are sent to. */
const RESERVE_BYTES = 64 * 1024 ** 2

/** Hidden, and known to scans as unfinished. */
export const incomingName = (id: string): string => `.incoming-${id}`

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? ""

/** What the file system refuses, as people are told it; anything else stays what it is. */
export const refusalOf = (cause: unknown): unknown => {
  if (cause instanceof OutsideRoot)
    return new UploadRefused({
      status: 400,
      code: "validation",
      message: "folder: it is reached over a symbolic link, which is not followed."
    })
  switch (codeOf(cause)) {
    case "ENOSPC":
    case "EDQUOT":
      return new UploadRefused({
        status: 507,
        code: "storage_full",
        message: "The disk of this library has no room for the file. Nothing was kept."
      })
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new UploadRefused({
        status: 403,
        code: "folder_not_writable",
        message: "The server may not write to the folder of this library (read-only, or no permission)."
      })
    case "EEXIST":
      return new UploadRefused({
        status: 409,
        code: "file_conflict",
        message: "A file of this name is there already. It was not replaced."
      })
    case "ENOENT":
    case "ENOTDIR":
      return new UploadRefused({
        status: 409,
        code: "file_conflict",
        message: "The folder of this library is not there. Is its disk connected?"
      })
    default:
      return cause
  }
}

/** Opens the folder of these names below the root, which are made where they are not there. */
export const openTarget = async (root: Buffer, names: ReadonlyArray<string>): Promise<FolderInside> => {
  let folder = await openFolderInside(root, Buffer.alloc(0))
  for (const name of names) {
    const parent = folder
    folder = await parent.folder(Buffer.from(name), true).finally(() => parent.close())
  }
  return folder
}

/** Fails when so many bytes do not fit. */
export const requireRoom = async (folder: FolderInside, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder.path)
  if (bytes + RESERVE_BYTES > bavail * bsize) throw Object.assign(new Error("no room"), { code: "ENOSPC" })
}

/** Fails when the name is taken; asked early, so that no one sends gigabytes for nothing. */
export const requireFree = async (folder: FolderInside, name: string): Promise<void> => {
  const isTaken = await lstat(folder.at(name)).then(
    () => true,
    () => false
  )
  if (isTaken) throw Object.assign(new Error("taken"), { code: "EEXIST" })
}

/** A file that is being written under a temporary name. */
export interface Incoming {
  readonly path: Buffer
  readonly handle: FileHandle
  readonly write: (bytes: Uint8Array) => Promise<void>
  readonly size: () => number
}

export const beginFile = async (path: Buffer, maxBytes: number): Promise<Incoming> => {
  const handle = await open(path, "wx+")
  let size = 0
  return {
    path,
    handle,
    size: () => size,
    write: async (bytes) => {
      size += bytes.length
      if (size > maxBytes)
        throw new UploadRefused({
          status: 413,
          code: "payload_too_large",
          message: `The file may have at most ${Math.floor(maxBytes / 1024 ** 2).toLocaleString("en-US")} MiB.`
        })
      let done = 0
      while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten
    }
  }
}

/** Its first bytes. */
export const headOf = async ({ handle }: Incoming): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** Gives a complete file its name; the name and the bytes are on the disk when this returns. */
export const finishFile = async (incoming: Incoming, folder: FolderInside, name: string): Promise<void> => {
  await incoming.handle.sync()
  await moveToNew(incoming.path, folder.at(name))
  await folder.sync()
}

/** Closes it, and deletes what is left under the temporary name. */
export const discard = async (incoming: Incoming): Promise<void> => {
  await incoming.handle.close().catch(() => undefined)
  await unlink(incoming.path).catch(() => undefined)
}

/** For a file that comes before the field that says where it goes. */
export const beginSpool = async (cacheDir: string, id: string, maxBytes: number): Promise<Incoming> => {
  const folder = join(cacheDir, "incoming")
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return beginFile(Buffer.from(join(folder, id)), maxBytes)
}

/** The same file in the folder where it belongs. */
export const fromSpool = async (spool: Incoming, path: Buffer, maxBytes: number): Promise<Incoming> => {
  await copyFile(spool.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await discard(spool)
  const handle = await open(path, "r+")
  const { size } = await handle.stat()
  return { path, handle, size: () => Math.min(size, maxBytes), write: () => Promise.resolve() }
}

export const removeIncoming = (path: Buffer): Promise<void> => rm(path.toString(), { force: true })

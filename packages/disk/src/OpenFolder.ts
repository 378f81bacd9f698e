import { contains, OutsideRoot, realPathOf } from "@media/kernel/InsideRoot"
import * as Data from "effect/Data"
import { constants, type Dir } from "node:fs"
import { open, opendir, realpath } from "node:fs/promises"
import type { FileCalls } from "./FileCalls.ts"

/**
 * The path no longer leads to the folder that the scan found: it was replaced by another folder, or its path contains a
 * link.
 */
export class FolderReplaced extends Data.TaggedError("FolderReplaced")<{ readonly isLink: boolean }> {
  override get message(): string {
    return this.isLink
      ? "Its path contains a symbolic link, which scans do not follow"
      : "It was replaced during the scan"
  }
}

const slash = Buffer.from("/")
export const joinBytes = (parent: Buffer, child: Buffer): Buffer =>
  parent.length === 0 ? child : Buffer.concat([parent, slash, child])

/** Returns a message for users that explains why a file or folder cannot be read. */
export const reasonOf = (cause: unknown): string => {
  const code = (cause as NodeJS.ErrnoException).code
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "No permission to read it"
    case "ENOENT":
      return "It no longer exists"
    case "ENAMETOOLONG":
      return "The path is too long for the system"
    case "ELOOP":
      return "The symbolic links form a loop"
    case "EIO":
      return "The disk reports a read error"
    default:
      return code ?? (cause as Error).message
  }
}

/** A folder below the root, with the identity that it had when the scan found it. */
export interface FoundFolder {
  readonly relative: Buffer
  readonly device: number
  readonly inode: number
}

export interface OpenFolder {
  readonly relative: Buffer
  /**
   * The path through which to access the entries. On Linux, it always leads to the opened folder, even if the folder is
   * moved or replaced meanwhile.
   */
  readonly listed: Buffer
  readonly directory: Dir
  /**
   * Call this after reading the entries. Rejects if the folder was replaced meanwhile, so that the entries may be those
   * of another folder. Has no effect on Linux, where this cannot happen.
   */
  readonly requireUnmoved: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Scanned {
  readonly root: Buffer
  readonly realRoot: Buffer
  readonly calls: FileCalls
  readonly hasDescriptorPaths: boolean
}

const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a folder that the scan found. Rejects if its path now leads to another folder, through a link, or outside the
 * root. On Linux, its entries are accessed through the file descriptor. On other systems, `requireUnmoved` must confirm
 * afterwards that they belong to this folder.
 */
export const openFolder = async (
  { calls, hasDescriptorPaths, realRoot, root }: Scanned,
  { device, inode, relative }: FoundFolder
): Promise<OpenFolder> => {
  const path = joinBytes(root, relative)
  const handle = await calls.run(
    open(relative.length === 0 ? realRoot : path, flags).catch((cause: NodeJS.ErrnoException) => {
      throw cause.code === "ELOOP" || cause.code === "ENOTDIR" ? new FolderReplaced({ isLink: false }) : cause
    }),
    (late) => void late.close().catch(() => undefined)
  )
  try {
    const info = await calls.run(handle.stat())
    const real = await calls.run(realPathOf(handle.fd, path))
    if (!contains(realRoot, real)) throw new OutsideRoot()
    // The inode may differ although the folder was not replaced: opening it may have mounted a disk there (automount).
    // Its path is then still the same.
    const isFound = info.dev === device && info.ino === inode
    const expected = relative.length === 0 ? realRoot : joinBytes(realRoot, relative)
    if (!isFound && !real.equals(expected)) throw new FolderReplaced({ isLink: false })
    const listed = hasDescriptorPaths ? Buffer.from(`/proc/self/fd/${handle.fd}`) : path
    const directory = await calls.run(
      // The types of `opendir` do not allow "buffer", although it is documented.
      opendir(listed, { encoding: "buffer" as BufferEncoding, bufferSize: 256 }),
      (late) => void late.close().catch(() => undefined)
    )
    return {
      relative,
      listed,
      directory,
      requireUnmoved: async () => {
        if (hasDescriptorPaths) return
        const now = await calls.run(realpath(path, "buffer"))
        if (!now.equals(real)) throw new FolderReplaced({ isLink: false })
      },
      // Closing is not awaited, because it also hangs if the mount does not respond.
      close: async () => void Promise.allSettled([directory.close(), handle.close()])
    }
  } catch (cause) {
    void handle.close().catch(() => undefined)
    throw cause
  }
}

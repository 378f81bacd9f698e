import { contains, OutsideRoot, realPathOf } from "@media/kernel/InsideRoot"
import * as Data from "effect/Data"
import { constants, type Dir } from "node:fs"
import { open, opendir, realpath } from "node:fs/promises"
import type { FileCalls } from "./FileCalls.ts"

/** The path now leads to another folder or to a link instead of the folder that the scan found. */
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
  /** A path to this exact folder, even if the name of the folder now leads elsewhere. */
  readonly listed: Buffer
  readonly directory: Dir
  /** Rejects if the name of the folder now leads elsewhere. Needed only if `listed` is that name. */
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
 * Opens exactly the folder that was found, never through a link or outside the root. On Linux, its entries are then
 * reached through the descriptor. On other systems, call `requireUnmoved` after reading the entries.
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
    // A disk that is mounted on first access gets a different inode, but its path does not change.
    const isFound = info.dev === device && info.ino === inode
    const expected = relative.length === 0 ? realRoot : joinBytes(realRoot, relative)
    if (!isFound && !real.equals(expected)) throw new FolderReplaced({ isLink: false })
    const listed = hasDescriptorPaths ? Buffer.from(`/proc/self/fd/${handle.fd}`) : path
    const directory = await calls.run(
      // The types of `opendir` allow only string names, but the option is documented.
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
      // Closing is not awaited, because it also hangs on a dead mount.
      close: async () => void Promise.allSettled([directory.close(), handle.close()])
    }
  } catch (cause) {
    void handle.close().catch(() => undefined)
    throw cause
  }
}

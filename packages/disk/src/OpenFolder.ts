import { contains, OutsideRoot, realPathOf } from "@media/kernel/InsideRoot"
import * as Data from "effect/Data"
import { constants, type Dir } from "node:fs"
import { open, opendir, realpath } from "node:fs/promises"
import type { FileCalls } from "./FileCalls.ts"

/** Where another folder, or a link, lies now than the one that was found. */
export class FolderReplaced extends Data.TaggedError("FolderReplaced")<{ readonly isLink: boolean }> {
  override get message(): string {
    return this.isLink
      ? "It is reached over a symbolic link, which a scan does not follow"
      : "It was replaced while it was scanned"
  }
}

const slash = Buffer.from("/")
export const joinBytes = (parent: Buffer, child: Buffer): Buffer =>
  parent.length === 0 ? child : Buffer.concat([parent, slash, child])

/** Why something cannot be read, for people. */
export const reasonOf = (cause: unknown): string => {
  const code = (cause as NodeJS.ErrnoException).code
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "No permission to read it"
    case "ENOENT":
      return "It is no longer there"
    case "ENAMETOOLONG":
      return "The path is too long for the system"
    case "ELOOP":
      return "The symbolic links lead in a circle"
    case "EIO":
      return "The disk reports a read error"
    default:
      return code ?? (cause as Error).message
  }
}

/** A folder below the root, and which one it was when it was found. */
export interface FolderPlace {
  readonly relative: Buffer
  readonly device: number
  readonly inode: number
}

export interface OpenFolder {
  readonly relative: Buffer
  /** A path to this very folder, whatever its name leads to now. */
  readonly listed: Buffer
  readonly directory: Dir
  /** Rejects when the folder's name leads elsewhere now; needed only where `listed` is the name. */
  readonly requireInPlace: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Place {
  readonly root: Buffer
  readonly realRoot: Buffer
  readonly calls: FileCalls
  readonly hasDescriptorPaths: boolean
}

const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens the folder that was found at this place, and no other: neither over a link nor outside the root. On Linux the
 * entries are then reached through the descriptor; elsewhere `requireInPlace` is asked after they were read.
 */
export const openFolder = async (
  { calls, hasDescriptorPaths, realRoot, root }: Place,
  { device, inode, relative }: FolderPlace
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
    // A disk that is mounted by looking at it is another inode than before, but it lies where it should.
    const isFound = info.dev === device && info.ino === inode
    const expected = relative.length === 0 ? realRoot : joinBytes(realRoot, relative)
    if (!isFound && !real.equals(expected)) throw new FolderReplaced({ isLink: false })
    const listed = hasDescriptorPaths ? Buffer.from(`/proc/self/fd/${handle.fd}`) : path
    const directory = await calls.run(
      // The types of `opendir` know only string names; the option is documented.
      opendir(listed, { encoding: "buffer" as BufferEncoding, bufferSize: 256 }),
      (late) => void late.close().catch(() => undefined)
    )
    return {
      relative,
      listed,
      directory,
      requireInPlace: async () => {
        if (hasDescriptorPaths) return
        const now = await calls.run(realpath(path, "buffer"))
        if (!now.equals(real)) throw new FolderReplaced({ isLink: false })
      },
      // Not waited for: on a dead mount closing hangs as well.
      close: async () => void Promise.allSettled([directory.close(), handle.close()])
    }
  } catch (cause) {
    void handle.close().catch(() => undefined)
    throw cause
  }
}

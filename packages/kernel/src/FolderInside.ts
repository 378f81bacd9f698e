import { constants } from "node:fs"
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises"
import { hasDescriptorPaths, OutsideRoot, realPathOf } from "./InsideRoot.ts"

/** A folder inside a root that is held open: what is done in it happens there, whatever its name leads to meanwhile. */
export interface FolderInside {
  /** Opens the folder of this name in it, and never over a link. With `isMade`, it is made when it is not there. */
  readonly folder: (name: Buffer | string, isMade?: boolean) => Promise<FolderInside>
  /** A path to the entry of this name. Final links are not resolved; callers use calls that do not follow them. */
  readonly at: (name: Buffer | string) => Buffer
  /** A path to the folder itself. */
  readonly path: Buffer
  readonly handle: FileHandle
  /** Writes the names in it to the disk, where the file system can. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

// O_NONBLOCK: a FIFO in its place must not hold a thread.
const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const slash = Buffer.from("/")

const join = (parent: Buffer, name: Buffer): Buffer =>
  parent.at(-1) === 0x2f ? Buffer.concat([parent, name]) : Buffer.concat([parent, slash, name])

/** A name of one entry: no path, and not the folder itself or the one above. */
const requireName = (name: Buffer): Buffer => {
  const text = name.toString("latin1")
  if (text === "" || text === "." || text === ".." || text.includes("/") || text.includes("\0"))
    throw new OutsideRoot()
  return name
}

const hold = async (path: Buffer, real: Buffer, byDescriptor: boolean): Promise<FolderInside> => {
  const handle = await open(path, flags).catch(async (cause: NodeJS.ErrnoException) => {
    // Linux says of a link that it is no folder.
    const isLink =
      cause.code === "ELOOP" || (cause.code === "ENOTDIR" && (await lstat(path)).isSymbolicLink())
    throw isLink ? new OutsideRoot() : cause
  })
  try {
    if (!(await realPathOf(handle.fd, path)).equals(real)) throw new OutsideRoot()
  } catch (cause) {
    await handle.close()
    throw cause
  }
  const own = byDescriptor ? Buffer.from(`/proc/self/fd/${handle.fd}`) : real
  const at = (name: Buffer | string) => join(own, requireName(Buffer.from(name)))
  return {
    handle,
    path: own,
    at,
    folder: async (name, isMade = false) => {
      if (isMade)
        await mkdir(at(name)).catch((cause: NodeJS.ErrnoException) => {
          if (cause.code !== "EEXIST") throw cause
        })
      return hold(at(name), join(real, Buffer.from(name)), byDescriptor)
    },
    // Some network file systems know no fsync of folders.
    sync: () => handle.sync().catch(() => undefined),
    close: () => handle.close()
  }
}

/**
 * Opens the folder at this path below the root. `relative` is in the bytes of the file system, empty for the root itself,
 * which may be reached over links; below it none is followed. Rejects with `OutsideRoot` or the errno error.
 */
export const openFolderInside = async (root: string | Buffer, relative: Buffer): Promise<FolderInside> => {
  const realRoot = await realpath(root, "buffer")
  const byDescriptor = await hasDescriptorPaths()
  let folder = await hold(realRoot, realRoot, byDescriptor)
  for (const name of relative.length === 0 ? [] : relative.toString("latin1").split("/")) {
    const parent = folder
    folder = await parent.folder(Buffer.from(name, "latin1")).finally(() => parent.close())
  }
  return folder
}

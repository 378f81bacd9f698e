import { constants } from "node:fs"
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises"
import { hasDescriptorPaths, OutsideRoot, realPathOf } from "./InsideRoot.ts"

/**
 * An open folder inside a root. Operations continue to apply to this folder, even if another folder is moved to its
 * path.
 */
export interface FolderInside {
  /**
   * Opens the subfolder with this name without following links. If `isMade` is true, a missing subfolder is created.
   */
  readonly folder: (name: Buffer | string, isMade?: boolean) => Promise<FolderInside>
  /**
   * Returns a path to the entry with this name. If the entry is a link, the path refers to the link itself, so callers
   * must use system calls that do not follow links.
   */
  readonly at: (name: Buffer | string) => Buffer
  /** A path that refers to this folder. */
  readonly path: Buffer
  readonly handle: FileHandle
  /** Flushes the folder's entries to disk if the file system supports it. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

// O_NONBLOCK prevents a FIFO that replaced the folder from blocking a thread.
const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const slash = Buffer.from("/")

const join = (parent: Buffer, name: Buffer): Buffer =>
  parent.at(-1) === 0x2f ? Buffer.concat([parent, name]) : Buffer.concat([parent, slash, name])

/** Throws `OutsideRoot` unless `name` is the name of a single entry. Paths, `.` and `..` are rejected. */
const requireName = (name: Buffer): Buffer => {
  const text = name.toString("latin1")
  if (text === "" || text === "." || text === ".." || text.includes("/") || text.includes("\0"))
    throw new OutsideRoot()
  return name
}

const hold = async (path: Buffer, real: Buffer, byDescriptor: boolean): Promise<FolderInside> => {
  const handle = await open(path, flags).catch(async (cause: NodeJS.ErrnoException) => {
    // On Linux, opening a link with these flags fails with ENOTDIR.
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
    // Some network file systems do not support fsync on folders.
    sync: () => handle.sync().catch(() => undefined),
    close: () => handle.close()
  }
}

/**
 * Opens the folder at this path below the root. `relative` is in the bytes of the file system, and is empty for the
 * root. The path of the root may contain links, but links below the root are not followed. Rejects with `OutsideRoot`
 * or the errno error.
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

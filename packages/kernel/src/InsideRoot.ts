import * as Data from "effect/Data"
import { type BigIntStats, constants, fstat } from "node:fs"
import { type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises"
import { promisify } from "node:util"

/** A symbolic link leads from this path out of the folder that must contain the file. */
export class OutsideRoot extends Data.TaggedError("OutsideRoot")<{}> {
  override get message(): string {
    return "The path leads outside the library folder over a symbolic link"
  }
}

/** A folder, FIFO, socket or device where a regular file is required. */
export class NotRegularFile extends Data.TaggedError("NotRegularFile")<{}> {
  override get message(): string {
    return "Not a regular file"
  }
}

const slash = 0x2f

/** Tells whether `real` is `realRoot` or below it. Both are absolute, without links, in bytes. */
export const contains = (realRoot: Buffer, real: Buffer): boolean => {
  const end = realRoot.at(-1) === slash ? realRoot.length - 1 : realRoot.length
  return (
    real.subarray(0, end).equals(realRoot.subarray(0, end)) && (real.length === end || real[end] === slash)
  )
}

const statOf = promisify(fstat) as unknown as (
  descriptor: number,
  options: { bigint: true }
) => Promise<BigIntStats>

/** The kernel's path of the descriptor; undefined on systems without /proc. */
const pathOfDescriptor = async (descriptor: number): Promise<Buffer | undefined> => {
  if (process.platform !== "linux") return undefined
  try {
    return await readlink(`/proc/self/fd/${descriptor}`, "buffer")
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw cause
  }
}

/** Tells whether entries of an open folder can be reached through its descriptor, as in `/proc/self/fd/N/name`. */
export const hasDescriptorPaths = async (): Promise<boolean> =>
  process.platform === "linux" &&
  (await lstat("/proc/self/fd").then(
    () => true,
    () => false
  ))

/**
 * The real path of an open file or folder, in bytes. Exact on Linux, where the kernel knows the path of a descriptor.
 * Elsewhere the path is resolved again and must lead to the same inode, which links swapped between two system calls
 * can still deceive.
 */
export const realPathOf = async (descriptor: number, path: string | Buffer): Promise<Buffer> => {
  const known = await pathOfDescriptor(descriptor)
  if (known !== undefined) return known
  const real = await realpath(path, "buffer")
  const [opened, there] = await Promise.all([
    statOf(descriptor, { bigint: true }),
    lstat(real, { bigint: true })
  ])
  if (opened.dev !== there.dev || opened.ino !== there.ino) throw new OutsideRoot()
  return real
}

/**
 * Rejects with `OutsideRoot` unless the path is inside the root now, with all links resolved. Rejects with the errno
 * error if a part of the path does not exist. For tools that open by path: the path can still be replaced before they
 * open it.
 */
export const requireInside = async (root: string | Buffer, path: string | Buffer): Promise<void> => {
  const [realRoot, real] = await Promise.all([realpath(root, "buffer"), realpath(path, "buffer")])
  if (!contains(realRoot, real)) throw new OutsideRoot()
}

/** Checks the path of an open descriptor, which can no longer be replaced. */
export const requireOpenInside = async (
  root: string | Buffer,
  descriptor: number,
  path: string | Buffer
): Promise<void> => {
  const [realRoot, real] = await Promise.all([realpath(root, "buffer"), realPathOf(descriptor, path)])
  if (!contains(realRoot, real)) throw new OutsideRoot()
}

// O_NONBLOCK: opening a FIFO would otherwise occupy a thread of the pool until it has a writer.
const flags = constants.O_RDONLY | constants.O_NONBLOCK

const openOnce = async (root: string | Buffer, path: string | Buffer): Promise<FileHandle> => {
  try {
    return await open(path, flags | constants.O_NOFOLLOW)
  } catch (cause) {
    // A link is ELOOP on macOS and Linux, EMLINK on FreeBSD.
    if (!["ELOOP", "EMLINK"].includes((cause as NodeJS.ErrnoException).code ?? "")) throw cause
    // A link that points inside may be followed. It is resolved before it is opened: opening a device can act on it.
    await requireInside(root, path)
    return open(path, flags)
  }
}

/**
 * Opens a regular file for reading and guarantees that it is inside `root` even if links are swapped meanwhile, because
 * the check applies to the opened file. `path` is absolute; `root` may itself be reached through links. Links that stay
 * inside are followed. Rejects with `OutsideRoot`, `NotRegularFile` or the errno error. The caller closes the handle.
 */
export const openInside = async (root: string | Buffer, path: string | Buffer): Promise<FileHandle> => {
  const handle = await openOnce(root, path)
  try {
    await requireOpenInside(root, handle.fd, path)
    if (!(await handle.stat()).isFile()) throw new NotRegularFile()
    return handle
  } catch (cause) {
    await handle.close()
    throw cause
  }
}

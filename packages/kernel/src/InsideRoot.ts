import * as Data from "effect/Data"
import { type BigIntStats, constants, fstat } from "node:fs"
import { type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises"
import { promisify } from "node:util"

/** A symbolic link in the path leads out of the root folder. */
export class OutsideRoot extends Data.TaggedError("OutsideRoot")<{}> {
  override get message(): string {
    return "The path leads outside the library folder through a symbolic link"
  }
}

/** The path leads to a folder, FIFO, socket or device instead of a regular file. */
export class NotRegularFile extends Data.TaggedError("NotRegularFile")<{}> {
  override get message(): string {
    return "Not a regular file"
  }
}

const slash = 0x2f

/** True if `real` is `realRoot` or below `realRoot`. Both are absolute paths without links, in bytes. */
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

/** Returns the path that the kernel knows for an open descriptor, or undefined on systems without /proc. */
const pathOfDescriptor = async (descriptor: number): Promise<Buffer | undefined> => {
  if (process.platform !== "linux") return undefined
  try {
    return await readlink(`/proc/self/fd/${descriptor}`, "buffer")
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw cause
  }
}

/** True if this system can reach entries of an open folder through its descriptor, as in `/proc/self/fd/N/name`. */
export const hasDescriptorPaths = async (): Promise<boolean> =>
  process.platform === "linux" &&
  (await lstat("/proc/self/fd").then(
    () => true,
    () => false
  ))

/**
 * Returns the real path of an open file or folder, in bytes. The result is exact on Linux, where the kernel knows the
 * path of a descriptor. On other systems, the path is resolved again and must lead to the same inode. Links that are
 * swapped between these two system calls can defeat that check.
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
 * Rejects with `OutsideRoot` unless the path, with all links resolved, is inside the root now. Rejects with the errno
 * error if a part of the path does not exist. Use this check for tools that open files by path. The check does not
 * prevent another process from replacing the path before the tool opens it.
 */
export const requireInside = async (root: string | Buffer, path: string | Buffer): Promise<void> => {
  const [realRoot, real] = await Promise.all([realpath(root, "buffer"), realpath(path, "buffer")])
  if (!contains(realRoot, real)) throw new OutsideRoot()
}

/**
 * Rejects with `OutsideRoot` unless the open file is inside the root. Unlike a path, an open descriptor cannot be
 * replaced.
 */
export const requireOpenInside = async (
  root: string | Buffer,
  descriptor: number,
  path: string | Buffer
): Promise<void> => {
  const [realRoot, real] = await Promise.all([realpath(root, "buffer"), realPathOf(descriptor, path)])
  if (!contains(realRoot, real)) throw new OutsideRoot()
}

// O_NONBLOCK prevents a FIFO without a writer from blocking a thread of the pool in `open`.
const flags = constants.O_RDONLY | constants.O_NONBLOCK

const openOnce = async (root: string | Buffer, path: string | Buffer): Promise<FileHandle> => {
  try {
    return await open(path, flags | constants.O_NOFOLLOW)
  } catch (cause) {
    // Opening a link fails with ELOOP on macOS and Linux, and with EMLINK on FreeBSD.
    if (!["ELOOP", "EMLINK"].includes((cause as NodeJS.ErrnoException).code ?? "")) throw cause
    // Links that point inside the root are followed. Their targets are checked before the file is opened, because
    // opening a device can have side effects.
    await requireInside(root, path)
    return open(path, flags)
  }
}

/**
 * Opens a regular file for reading. The file is guaranteed to be inside `root` even if links are swapped at any time,
 * because the check applies to the opened file. `path` is absolute. The path of `root` may contain links. Links that
 * stay inside the root are followed. Rejects with `OutsideRoot`, `NotRegularFile` or the errno error. The caller must
 * close the handle.
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

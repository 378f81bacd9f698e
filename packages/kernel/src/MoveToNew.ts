import type { BigIntStats } from "node:fs"
import { link, lstat, open, rename, unlink } from "node:fs/promises"

/**
 * Error codes of `link` on file systems that do not support hard links (exFAT, some network shares) or do not allow
 * them.
 */
const withoutLinks: ReadonlySet<string> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EINVAL"
])

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? ""

const statOf = (path: Buffer): Promise<BigIntStats | undefined> =>
  lstat(path, { bigint: true }).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return undefined
    throw cause
  })

/** True for an empty file. A process that is killed right after it reserved a name leaves an empty file behind. */
export const isEmptyFile = async (path: Buffer): Promise<boolean> => {
  const found = await statOf(path)
  return found?.isFile() === true && found.size === 0n
}

/**
 * Moves a file on a disk without hard links. Reserves the new name with an empty file, which the rename then replaces.
 * An existing empty file is replaced too: it is treated as the leftover of a killed move, and it contains no data to
 * lose.
 */
const takeName = async (from: Buffer, to: Buffer): Promise<void> => {
  const taken = await open(to, "wx").catch(async (cause: unknown) => {
    if (codeOf(cause) === "EEXIST" && (await isEmptyFile(to))) return undefined
    throw cause
  })
  await taken?.close()
  await rename(from, to).catch(async (cause: unknown) => {
    await unlink(to)
    throw cause
  })
}

/**
 * Renames a file within one file system and never replaces an existing file. Rejects with `EEXIST` if the name is
 * taken, and with `EXDEV` if the target is on another file system. Exception: on disks without hard links, an empty
 * file with the target's name is replaced. If the process is killed, calling the function again completes the move.
 */
export const moveToNew = async (from: Buffer, to: Buffer): Promise<void> => {
  try {
    await link(from, to)
  } catch (cause) {
    if (withoutLinks.has(codeOf(cause))) return takeName(from, to)
    if (codeOf(cause) !== "EEXIST") throw cause
    const [old, there] = await Promise.all([statOf(from), statOf(to)])
    // If both names refer to the same file, an earlier move created the new name but did not remove the old one.
    if (old === undefined || there === undefined || old.ino !== there.ino || old.dev !== there.dev)
      throw cause
  }
  await unlink(from)
}

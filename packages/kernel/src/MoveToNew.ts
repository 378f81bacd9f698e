import type { BigIntStats } from "node:fs"
import { link, lstat, open, rename, unlink } from "node:fs/promises"

/** Error codes of file systems that do not support hard links (exFAT, some network shares) or reject them. */
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

/** Tells whether this is an empty file, which a process leaves when it is killed right after reserving the name. */
export const isEmptyFile = async (path: Buffer): Promise<boolean> => {
  const found = await statOf(path)
  return found?.isFile() === true && found.size === 0n
}

/**
 * Reserves the name with an empty file, which the rename then replaces. An existing empty file is treated as the
 * leftover of a killed move, because nothing in it can be lost.
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
 * Renames a file within the same file system and never replaces an existing file: rejects with `EEXIST` if the name is
 * taken and with `EXDEV` if the target is on another file system. Only on disks without hard links, an empty file of
 * that name is replaced. After a kill, running it again finishes the move.
 */
export const moveToNew = async (from: Buffer, to: Buffer): Promise<void> => {
  try {
    await link(from, to)
  } catch (cause) {
    if (withoutLinks.has(codeOf(cause))) return takeName(from, to)
    if (codeOf(cause) !== "EEXIST") throw cause
    const [old, there] = await Promise.all([statOf(from), statOf(to)])
    // Both names are the same file: the second half of a move did not happen.
    if (old === undefined || there === undefined || old.ino !== there.ino || old.dev !== there.dev)
      throw cause
  }
  await unlink(from)
}

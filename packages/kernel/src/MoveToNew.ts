import type { BigIntStats } from "node:fs"
import { link, lstat, open, rename, unlink } from "node:fs/promises"

/** What file systems answer that have no hard links (exFAT, some network shares), or that refuse them. */
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

/** Is this an empty file, such as a killed process leaves that had only taken the name? */
export const isEmptyFile = async (path: Buffer): Promise<boolean> => {
  const found = await statOf(path)
  return found?.isFile() === true && found.size === 0n
}

/**
 * Takes the name with an empty file first, which the rename then replaces. An empty file that is there already is taken for
 * that of a move that was killed: nothing in it could be lost.
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
 * Gives a file another name on the same file system, and never replaces what has that name: rejects with `EEXIST` then,
 * with `EXDEV` when the name lies elsewhere. Only on disks without hard links an empty file of that name is replaced. Repeated after a kill in its middle, it ends what was begun.
 */
export const moveToNew = async (from: Buffer, to: Buffer): Promise<void> => {
  try {
    await link(from, to)
  } catch (cause) {
    if (withoutLinks.has(codeOf(cause))) return takeName(from, to)
    if (codeOf(cause) !== "EEXIST") throw cause
    const [old, there] = await Promise.all([statOf(from), statOf(to)])
    // One file under both names: the second half of a move was cut off.
    if (old === undefined || there === undefined || old.ino !== there.ino || old.dev !== there.dev)
      throw cause
  }
  await unlink(from)
}

import { openFolderInside } from "@media/kernel/FolderInside"
import { writeWhole } from "@media/kernel/WriteWhole"
import type { NfoFields, NfoKind } from "@media/nfo/NfoFields"
import { nfoLimits } from "@media/nfo/nfoLimits"
import { readNfo } from "@media/nfo/readNfo"
import { type NfoChanges, writeNfo } from "@media/nfo/writeNfo"
import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { lstat, open } from "node:fs/promises"
import { notFor } from "../../../library/storage/errors.ts"

export interface NfoLocation {
  readonly root: string
  /** The path relative to the root. */
  readonly path: string
}

/** The content of a file, with its size and modification time, by which later changes are detected. */
export interface Content {
  readonly bytes: Buffer
  readonly size: number
  readonly mtimeMs: number
  readonly mode: number
}

export const hashOf = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest()

const inFolder = async <A>(
  { path, root }: NfoLocation,
  work: (folder: Awaited<ReturnType<typeof openFolderInside>>, name: string) => Promise<A>
): Promise<A> => {
  const slash = path.lastIndexOf("/")
  const folder = await openFolderInside(root, Buffer.from(path.slice(0, Math.max(0, slash))))
  return work(folder, path.slice(slash + 1)).finally(() => folder.close())
}

/**
 * Returns the current content of the file, or null if the file does not exist. Fails if the file is a symbolic link or
 * too large.
 */
export const contentOf = (location: NfoLocation): Promise<Content | null> =>
  inFolder(location, async (folder, name) => {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const file = await open(folder.at(name), flags).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return undefined
      if (cause.code === "ELOOP")
        throw notFor("The NFO file is a symbolic link, which the server does not follow.")
      throw cause
    })
    if (file === undefined) return null
    try {
      const found = await file.stat()
      if (!found.isFile() || found.size > nfoLimits.bytes) throw notFor("The NFO file cannot be changed.")
      return {
        bytes: await file.readFile(),
        size: found.size,
        mtimeMs: Math.trunc(found.mtimeMs),
        mode: found.mode & 0o777
      }
    } finally {
      await file.close()
    }
  })

/**
 * Returns the fields in an existing file. Returns null if the file has a different root element or cannot be parsed
 * completely, because rewriting it would lose data.
 */
export const fieldsIn = (kind: NfoKind, { bytes }: Content): NfoFields | null => {
  const nfo = readNfo(new Uint8Array(bytes))
  return nfo.root === kind && nfo.problems.length === 0 ? nfo.fields : null
}

const decoded = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the new content of the file, or null if the change would lose data or the file is not encoded in UTF-8. */
export const changed = (kind: NfoKind, changes: NfoChanges, before: Content | null): Buffer | null => {
  const existing = before === null ? undefined : decoded(before.bytes)
  if (existing === null) return null
  const text = writeNfo(kind, changes, existing)
  return text === null ? null : Buffer.from(text)
}

/** Replaces the file. Fails if the file has changed since it was read. */
export const replaceFile = (location: NfoLocation, before: Content | null, bytes: Buffer): Promise<void> =>
  inFolder(location, async (folder, name) => {
    const { mode } = await folder.handle.stat()
    await writeWhole(folder.at(name), async (file) => {
      await file.writeFile(bytes)
      await file.chmod(before?.mode ?? mode & 0o666).catch(() => undefined)
      const now = await lstat(folder.at(name)).catch(() => null)
      const isSame =
        now === null
          ? before === null
          : before !== null && now.size === before.size && Math.trunc(now.mtimeMs) === before.mtimeMs
      if (!isSame) throw notFor("The NFO file changed while the server was writing it.")
    })
    await folder.sync()
  })

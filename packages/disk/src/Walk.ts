import { contains, hasDescriptorPaths } from "@media/kernel/InsideRoot"
import { lstat, realpath } from "node:fs/promises"
import { NoAnswer, type FileCalls } from "./FileCalls.ts"
import { skippedFolderReason } from "./FolderNames.ts"
import {
  FolderReplaced,
  joinBytes,
  openFolder,
  reasonOf,
  type FoundFolder,
  type OpenFolder
} from "./OpenFolder.ts"

export { joinBytes }

/** A regular file. `relative` is the path below the root, in the bytes of the file system. */
export interface FoundFile {
  readonly relative: Buffer
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  /** Modification time in whole milliseconds since 1970. */
  readonly mtimeMs: number
}

export type EntryKind = "file" | "folder" | "link" | "other"

/** An entry that exists but is not treated as a file, with the reason. */
export interface SkippedEntry {
  readonly relative: Buffer
  readonly kind: EntryKind
  readonly reason: string
  /** True if the entry could not be examined. The problem may be temporary, and the type of the entry is unknown. */
  readonly isError: boolean
}

/** The result for one folder. A folder is read completely or not at all. */
export type FolderVisit =
  | {
      readonly _tag: "Read"
      readonly folder: Buffer
      readonly files: ReadonlyArray<FoundFile>
      readonly skipped: ReadonlyArray<SkippedEntry>
      /** The subfolders, which are visited next. */
      readonly folders: ReadonlyArray<Buffer>
    }
  | {
      readonly _tag: "Unreadable"
      readonly folder: Buffer
      readonly reason: string
      /** True if the folder was deleted between the listing and the visit. */
      readonly isGone: boolean
    }

/** Maximum number of concurrent `lstat` calls: enough to keep the disk busy without filling the thread pool. */
const parallelStats = 8
/** Maximum number of stuck calls before the walk stops. Each stuck call occupies a thread of the process. */
const maxStuck = 3
/** Linux's `PATH_MAX` without its closing NUL. Deeper folders can be listed but not opened by path. */
const maxPathBytes = 4_095

interface Examined {
  readonly files: Array<FoundFile>
  readonly folders: Array<FoundFolder>
  readonly skipped: Array<SkippedEntry>
}

interface Walking {
  readonly root: Buffer
  readonly realRoot: Buffer
  readonly calls: FileCalls
  readonly recursive: boolean
  readonly ownFolders: ReadonlySet<string>
  readonly hasDescriptorPaths: boolean
}

const examineLink = async (
  walking: Walking,
  link: Buffer
): Promise<string | { size: number; mtimeMs: number }> => {
  let target: Buffer
  try {
    target = await walking.calls.run(realpath(link, "buffer"))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return "Symbolic link whose target does not exist"
    throw cause
  }
  if (!contains(walking.realRoot, target)) return "Symbolic link that points outside the library"
  const info = await walking.calls.run(lstat(target))
  if (info.isDirectory()) return "Symbolic link to a folder"
  return info.isFile() ? info : "Not a regular file"
}

const examine = async (walking: Walking, folder: OpenFolder, name: Buffer, into: Examined): Promise<void> => {
  const relative = joinBytes(folder.relative, name)
  const skip = (kind: EntryKind, reason: string, isError = false): void => {
    into.skipped.push({ relative, kind, reason, isError })
  }
  const keep = (info: { size: number; mtimeMs: number }): void => {
    const mtimeMs = Math.floor(info.mtimeMs)
    into.files.push({ relative, name: name.toString(), size: info.size, mtimeMs })
  }
  const here = joinBytes(folder.listed, name)
  try {
    const info = await walking.calls.run(lstat(here))
    if (info.isDirectory()) {
      const reason =
        skippedFolderReason(name.toString()) ??
        (walking.ownFolders.has(`${info.dev}:${info.ino}`)
          ? "The server stores its own files in this folder"
          : undefined) ??
        (walking.recursive ? undefined : "This root is scanned without its subfolders")
      if (reason === undefined) into.folders.push({ relative, device: info.dev, inode: info.ino })
      else skip("folder", reason)
    } else if (joinBytes(walking.root, relative).length > maxPathBytes) {
      skip("file", "The path is too long for the system", true)
    } else if (info.isSymbolicLink()) {
      const target = await examineLink(walking, here)
      if (typeof target === "string") skip("link", target)
      else keep(target)
    } else if (info.isFile()) keep(info)
    else skip("other", "Not a regular file")
  } catch (cause) {
    if (cause instanceof NoAnswer && walking.calls.stuck >= maxStuck) throw cause
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") skip("other", reasonOf(cause), true)
  }
}

const examineAll = async (walking: Walking, folder: OpenFolder): Promise<Examined> => {
  const examined: Examined = { files: [], folders: [], skipped: [] }
  const pending = new Set<Promise<void>>()
  try {
    for (;;) {
      const entry = await walking.calls.run(folder.directory.read())
      if (entry === null) break
      const task = examine(walking, folder, entry.name as unknown as Buffer, examined).then(
        () => void pending.delete(task)
      )
      // A failed task stays in the set until it is awaited. Until then, its rejection must not count as unhandled.
      task.catch(() => undefined)
      pending.add(task)
      if (pending.size >= parallelStats) await Promise.race(pending)
    }
  } finally {
    await Promise.all(pending)
  }
  examined.folders.sort((a, b) => Buffer.compare(a.relative, b.relative))
  return examined
}

const readFolder = async (
  walking: Walking,
  found: FoundFolder
): Promise<[FolderVisit, ReadonlyArray<FoundFolder>]> => {
  try {
    const folder = await openFolder(walking, found)
    try {
      const { files, folders, skipped } = await examineAll(walking, folder)
      await folder.requireUnmoved()
      const visit = {
        folder: found.relative,
        files,
        skipped,
        folders: folders.map(({ relative }) => relative)
      }
      return [{ _tag: "Read", ...visit }, folders]
    } finally {
      await folder.close()
    }
  } catch (cause) {
    const isRoot = found.relative.length === 0
    if (cause instanceof NoAnswer && (isRoot || walking.calls.stuck >= maxStuck)) throw cause
    const isGone = (cause as NodeJS.ErrnoException).code === "ENOENT"
    return [{ _tag: "Unreadable", folder: found.relative, reason: reasonOf(cause), isGone }, []]
  }
}

/**
 * Returns the folder at which to start. Every part of its path must be a real folder, because folders behind a link are
 * not scanned.
 */
const startFolder = async (walking: Walking, start: Buffer): Promise<FoundFolder> => {
  let relative: Buffer = Buffer.alloc(0)
  let info = await walking.calls.run(lstat(walking.realRoot))
  for (const name of start.length === 0 ? [] : start.toString("latin1").split("/")) {
    relative = joinBytes(relative, Buffer.from(name, "latin1"))
    info = await walking.calls.run(lstat(joinBytes(walking.root, relative)))
    if (info.isSymbolicLink()) throw new FolderReplaced({ isLink: true })
  }
  return { relative, device: info.dev, inode: info.ino }
}

export interface WalkOptions {
  readonly recursive: boolean
  /** The folder below the root at which to start. Empty for the root. */
  readonly start: Buffer
  /** `device:inode` of folders to skip, regardless of their names. */
  readonly ownFolders?: ReadonlySet<string>
  /** The file system calls of the walk. The caller closes them to stop the walk, even while the walk is waiting. */
  readonly calls: FileCalls
}

/**
 * Visits the folders below `root` one at a time, depth first. Memory grows with the depth of the tree and with the
 * largest folder, but not with the number of files. Only folders are opened, because opening a FIFO would hang. A link
 * that has replaced a folder is not followed: the walk reads exactly the folder that it found. Throws `NoAnswer` if the
 * file system is stuck, and `FolderReplaced` if `start` is behind a link.
 */
export async function* walk(root: Buffer, options: WalkOptions): AsyncGenerator<FolderVisit> {
  const { calls, ownFolders = new Set(), recursive, start } = options
  const realRoot = await calls.run(realpath(root, "buffer"))
  const walking: Walking = {
    root,
    realRoot,
    calls,
    recursive,
    ownFolders,
    hasDescriptorPaths: await hasDescriptorPaths()
  }
  let first: FoundFolder
  try {
    first = await startFolder(walking, start)
  } catch (cause) {
    if (cause instanceof NoAnswer || cause instanceof FolderReplaced) throw cause
    const isGone = (cause as NodeJS.ErrnoException).code === "ENOENT"
    yield { _tag: "Unreadable", folder: start, reason: reasonOf(cause), isGone }
    return
  }
  const stack: Array<FoundFolder> = [first]
  for (let found = stack.pop(); found !== undefined; found = stack.pop()) {
    const [visit, folders] = await readFolder(walking, found)
    yield visit
    // The folders are pushed one by one, because a folder may contain more subfolders than a call may have arguments.
    for (const folder of folders.toReversed()) stack.push(folder)
  }
}

/** Groups visits into batches of about `count` entries or folders. A larger folder is a separate batch. */
export async function* batchesOf(
  visits: AsyncGenerator<FolderVisit>,
  count: number
): AsyncGenerator<ReadonlyArray<FolderVisit>> {
  let batch: Array<FolderVisit> = []
  let entries = 0
  for await (const visit of visits) {
    batch.push(visit)
    entries += visit._tag === "Read" ? visit.files.length + visit.skipped.length : 0
    if (entries >= count || batch.length >= count) {
      yield batch
      batch = []
      entries = 0
    }
  }
  if (batch.length > 0) yield batch
}

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

/** A regular file. `relative` is its path relative to the root, as bytes, because names need not be valid UTF-8. */
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
  /** True if the entry could not be examined, possibly only temporarily. If so, its type may be unknown. */
  readonly isError: boolean
}

/** The result of visiting a folder. It contains either all of the folder's entries or none. */
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
      /** True if the folder no longer exists, because it was deleted after its parent had been read. */
      readonly isGone: boolean
    }

/** Maximum number of concurrent `lstat` calls: enough to keep the disk busy without filling the thread pool. */
const parallelStats = 8
/** Maximum number of stuck calls before the walk stops. Each stuck call occupies a thread of the process. */
const maxStuck = 3
/**
 * Linux's `PATH_MAX` without the terminating NUL. A file with a longer path may show up when its folder is read, but
 * cannot be opened by its path.
 */
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
        (walking.recursive ? undefined : "This library folder is scanned without its subfolders")
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
      // The rejection of a task is handled when the set is awaited later. This handler prevents Node from reporting it
      // as unhandled until then.
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
 * Returns the folder at which to start. Throws `FolderReplaced` if any part of its path is a link, because scans do not
 * follow links to folders.
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
  /** The folder at which to start, relative to the root. Empty for the root itself. */
  readonly start: Buffer
  /** `device:inode` of folders to skip, regardless of their names. */
  readonly ownFolders?: ReadonlySet<string>
  /** Runs the file system calls of the walk. The caller can close it to stop the walk, even while a call is pending. */
  readonly calls: FileCalls
}

/**
 * Visits the folders below `root` one at a time, depth first. Memory use depends on the depth of the tree and the size
 * of the largest folder, but not on the number of files. Opens only folders, because opening a FIFO would hang. If a
 * folder is replaced by a link during the walk, the link is not followed. Throws `NoAnswer` if the file system does not
 * respond, and `FolderReplaced` if the path of `start` contains a link.
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
    // Push the folders one by one instead of with a single call, because a folder may contain more folders than a call
    // can have arguments.
    for (const folder of folders.toReversed()) stack.push(folder)
  }
}

/**
 * Groups visits into batches of about `count` entries or at most `count` folders. Visits are not split, so a large
 * folder may exceed this size.
 */
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

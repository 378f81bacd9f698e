import { contains, hasDescriptorPaths } from "@media/kernel/InsideRoot"
import { lstat, realpath } from "node:fs/promises"
import { NoAnswer, type FileCalls } from "./FileCalls.ts"
import { skippedFolderReason } from "./FolderNames.ts"
import {
  FolderReplaced,
  joinBytes,
  openFolder,
  reasonOf,
  type FolderPlace,
  type OpenFolder
} from "./OpenFolder.ts"

export { joinBytes }

/** A regular file as found. `relative` is the path below the root, in the bytes of the file system. */
export interface FoundFile {
  readonly relative: Buffer
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Whole milliseconds. */
  readonly mtimeMs: number
}

export type EntryKind = "file" | "folder" | "link" | "other"

/** Something that is there and is not taken as a file, with its reason. */
export interface SkippedEntry {
  readonly relative: Buffer
  readonly kind: EntryKind
  readonly reason: string
  /** It could not be examined: that may pass, and says nothing of what it was. */
  readonly isError: boolean
}

/** One folder, read completely or not at all. */
export type FolderVisit =
  | {
      readonly _tag: "Read"
      readonly folder: Buffer
      readonly files: ReadonlyArray<FoundFile>
      readonly skipped: ReadonlyArray<SkippedEntry>
      /** Folders in it that are visited next. */
      readonly folders: ReadonlyArray<Buffer>
    }
  | {
      readonly _tag: "Unreadable"
      readonly folder: Buffer
      readonly reason: string
      /** It vanished between the listing and the visit. */
      readonly isGone: boolean
    }

/** `lstat`s under way at once: the disk is kept busy and the thread pool is not filled. */
const parallelStats = 8
/** Stuck calls after which the walk gives up: each occupies one of the process's threads. */
const maxStuck = 3
/** `PATH_MAX` of Linux with its closing NUL. What is deeper can be listed, but not be opened by its path. */
const maxPathBytes = 4_095

interface Examined {
  readonly files: Array<FoundFile>
  readonly folders: Array<FolderPlace>
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
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return "Symbolic link whose target is not there"
    throw cause
  }
  if (!contains(walking.realRoot, target)) return "Symbolic link that leads out of the library"
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
          ? "The server keeps its own files there"
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
      // One that fails stays, for the next one that waits; until then its failure must not count as unhandled.
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
  place: FolderPlace
): Promise<[FolderVisit, ReadonlyArray<FolderPlace>]> => {
  try {
    const folder = await openFolder(walking, place)
    try {
      const { files, folders, skipped } = await examineAll(walking, folder)
      await folder.requireInPlace()
      const visit = {
        folder: place.relative,
        files,
        skipped,
        folders: folders.map(({ relative }) => relative)
      }
      return [{ _tag: "Read", ...visit }, folders]
    } finally {
      await folder.close()
    }
  } catch (cause) {
    const isRoot = place.relative.length === 0
    if (cause instanceof NoAnswer && (isRoot || walking.calls.stuck >= maxStuck)) throw cause
    const isGone = (cause as NodeJS.ErrnoException).code === "ENOENT"
    return [{ _tag: "Unreadable", folder: place.relative, reason: reasonOf(cause), isGone }, []]
  }
}

/** The folder to begin at, when every step to it is a real folder: behind a link nothing is scanned. */
const startPlace = async (walking: Walking, start: Buffer): Promise<FolderPlace> => {
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
  /** A folder below the root to begin at, empty for the root itself. */
  readonly start: Buffer
  /** `device:inode` of folders that are left out, whatever they are called here. */
  readonly ownFolders?: ReadonlySet<string>
  /** Closed by the caller when it wants no more, also while the walk waits. */
  readonly calls: FileCalls
}

/**
 * Visits the folders below `root`, one at a time, depth first; memory grows with the depth of the tree and the largest
 * folder, never with the number of files. Nothing is opened but folders: opening a FIFO would hang. A folder that is
 * replaced by a link meanwhile is not followed: what is listed is what was opened, and that is what was found before.
 * Throws `NoAnswer` when the file system is stuck, and `FolderReplaced` when `start` lies behind a link.
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
  let first: FolderPlace
  try {
    first = await startPlace(walking, start)
  } catch (cause) {
    if (cause instanceof NoAnswer || cause instanceof FolderReplaced) throw cause
    const isGone = (cause as NodeJS.ErrnoException).code === "ENOENT"
    yield { _tag: "Unreadable", folder: start, reason: reasonOf(cause), isGone }
    return
  }
  const stack: Array<FolderPlace> = [first]
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const [visit, folders] = await readFolder(walking, place)
    yield visit
    // Not as arguments: a folder may hold more folders than a call may have.
    for (const folder of folders.toReversed()) stack.push(folder)
  }
}

/** Cuts visits into batches of some `count` entries or folders; a larger folder is one batch of its own. */
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

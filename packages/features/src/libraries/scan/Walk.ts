import { opendir, lstat, realpath, stat } from "node:fs/promises"
import { isSkippedFolder } from "./FileKind.ts"

/** A regular file as found. `relative` is the path below the root, in the bytes of the file system. */
export interface FoundFile {
  readonly relative: Buffer
  readonly name: string
  readonly size: number
  /** Whole milliseconds. */
  readonly mtimeMs: number
}

/** One folder, read completely or not at all. */
export type FolderVisit =
  | {
      readonly _tag: "Read"
      readonly folder: Buffer
      readonly files: ReadonlyArray<FoundFile>
      /** Names that are there but are no regular files, or could not be examined, each with its reason. */
      readonly oddities: ReadonlyArray<{
        readonly relative: Buffer
        readonly reason: string
        readonly isError: boolean
      }>
    }
  | { readonly _tag: "Unreadable"; readonly folder: Buffer; readonly reason: string }

/** `lstat`s under way at once: the disk is kept busy and the thread pool is not filled. */
const parallelStats = 8
/** An entry of a dead network mount may hang for ever; the walk does not. */
const entryTimeoutMillis = 10_000

const slash = Buffer.from("/")
export const joinBytes = (parent: Buffer, child: Buffer): Buffer =>
  parent.length === 0 ? child : Buffer.concat([parent, slash, child])

const timeLimited = <A>(promise: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer from the file system")), entryTimeoutMillis)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}

const reasonOf = (cause: unknown): string => {
  const code = (cause as NodeJS.ErrnoException).code
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "No permission to read it"
    case "ENAMETOOLONG":
      return "The path is too long for the system"
    case "ELOOP":
      return "The symbolic links lead in a circle"
    case "EIO":
      return "The disk reports a read error"
    default:
      return code ?? (cause as Error).message
  }
}

interface Examined {
  readonly files: Array<FoundFile>
  readonly folders: Array<Buffer>
  readonly oddities: Array<{ relative: Buffer; reason: string; isError: boolean }>
}

const examine = async (root: Buffer, realRoot: Buffer, relative: Buffer, name: Buffer, into: Examined) => {
  const absolute = joinBytes(root, relative)
  const odd = (reason: string, isError = false): void => {
    into.oddities.push({ relative, reason, isError })
  }
  try {
    let info = await timeLimited(lstat(absolute))
    if (info.isSymbolicLink()) {
      const target = await timeLimited(realpath(absolute, "buffer"))
      const inside = Buffer.concat([realRoot, slash])
      if (!target.subarray(0, inside.length).equals(inside))
        return odd("Symbolic link that leads out of the library")
      info = await timeLimited(stat(absolute))
      if (info.isDirectory()) return odd("Symbolic link to a folder")
    }
    if (info.isDirectory()) {
      if (!isSkippedFolder(name.toString())) into.folders.push(relative)
      return
    }
    if (!info.isFile()) return odd("Not a regular file")
    into.files.push({ relative, name: name.toString(), size: info.size, mtimeMs: Math.floor(info.mtimeMs) })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") odd(reasonOf(cause), true)
  }
}

const readFolder = async (
  root: Buffer,
  realRoot: Buffer,
  folder: Buffer
): Promise<[FolderVisit, Array<Buffer>]> => {
  const examined: Examined = { files: [], folders: [], oddities: [] }
  const pending = new Set<Promise<void>>()
  try {
    const directory = await timeLimited(
      // The types of `opendir` know only string names; the option is documented.
      opendir(joinBytes(root, folder), { encoding: "buffer" as BufferEncoding, bufferSize: 256 })
    )
    for await (const entry of directory) {
      const name = entry.name as unknown as Buffer
      const task = examine(root, realRoot, joinBytes(folder, name), name, examined).finally(() =>
        pending.delete(task)
      )
      pending.add(task)
      if (pending.size >= parallelStats) await Promise.race(pending)
    }
    await Promise.all(pending)
  } catch (cause) {
    await Promise.all(pending)
    return [{ _tag: "Unreadable", folder, reason: reasonOf(cause) }, []]
  }
  examined.folders.sort(Buffer.compare)
  return [{ _tag: "Read", folder, files: examined.files, oddities: examined.oddities }, examined.folders]
}

/**
 * Visits the folders below `root`, one at a time, depth first; memory grows with the depth of the tree and the
 * largest folder, never with the number of files. Nothing is opened but folders: opening a FIFO would hang.
 * `start` is a folder below the root to begin at, empty for the root itself.
 */
export async function* walk(
  root: Buffer,
  options: { readonly recursive: boolean; readonly start: Buffer }
): AsyncGenerator<FolderVisit> {
  const realRoot = await realpath(root, "buffer")
  const stack: Array<Buffer> = [options.start]
  for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
    const [visit, folders] = await readFolder(root, realRoot, folder)
    yield visit
    if (options.recursive) stack.push(...folders.reverse())
  }
}

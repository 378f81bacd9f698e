import { openInside } from "@media/kernel/InsideRoot"
import { close, constants, fstat, open, type Stats } from "node:fs"

/** The location of a file. With `root`, the file must be inside that folder, even if links are swapped concurrently. */
export interface FileLocation {
  readonly path: string | Buffer
  readonly root?: string | Buffer
}

/** An open descriptor, with the stats of the file at the time of opening. */
export interface OpenFile {
  readonly descriptor: number
  readonly info: Stats
  readonly close: () => void
}

/** Called by a reader that found that the file has changed, so that the next request opens the file again. */
export type Invalidate = () => void

interface Entry {
  readonly file: Promise<OpenFile>
  users: number
  isReusable: boolean
  invalidate: Invalidate
}

/**
 * Time in milliseconds that a descriptor is kept open for reuse. During this time, requests may still get the old
 * content of a replaced file, and the disk of the file cannot be unmounted.
 */
const reuseMillis = 1_000
const maxReusable = 64
const reusable = new Map<string, Entry>()

// Use callbacks and descriptors instead of a `FileHandle`, because creating a `FileHandle` takes longer than opening,
// examining and closing the file together.
const openPath = (path: string | Buffer): Promise<OpenFile> =>
  new Promise((resolve, reject) => {
    // Without O_NONBLOCK, opening a FIFO would block a thread of the pool until a writer opens the FIFO.
    open(path, constants.O_RDONLY | constants.O_NONBLOCK, (error, descriptor) => {
      if (error !== null) reject(error)
      else
        fstat(descriptor, (cause, info) => {
          if (cause === null) resolve({ descriptor, info, close: () => close(descriptor, () => undefined) })
          else close(descriptor, () => reject(cause))
        })
    })
  })

/** Opens the file. The check of `root` takes 0.2 ms more, but only once a second for a reused descriptor. */
const openFile = async ({ path, root }: FileLocation): Promise<OpenFile> => {
  if (root === undefined) return openPath(path)
  const handle = await openInside(root, path)
  try {
    const info = await handle.stat()
    // Closing fails if the mount disappeared while the file was open. Ignore the error, because no caller needs the
    // result.
    return { descriptor: handle.fd, info, close: () => void handle.close().catch(() => undefined) }
  } catch (cause) {
    await handle.close()
    throw cause
  }
}

const bytesOf = (path: string | Buffer): string =>
  (typeof path === "string" ? Buffer.from(path) : path).toString("latin1")

const nameOf = ({ path, root }: FileLocation): string =>
  root === undefined ? bytesOf(path) : `${bytesOf(root)}\0${bytesOf(path)}`

const closeUnused = (entry: Entry): void => {
  if (entry.users > 0 || entry.isReusable) return
  entry.file.then(
    (file) => file.close(),
    () => undefined
  )
}

const openEntry = (location: FileLocation, key: string | undefined): Entry => {
  const isReusable = key !== undefined && reusable.size < maxReusable
  const entry: Entry = { file: openFile(location), users: 0, isReusable, invalidate: () => undefined }
  if (!isReusable) return entry
  reusable.set(key, entry)
  entry.invalidate = () => {
    clearTimeout(timer)
    if (reusable.get(key) === entry) reusable.delete(key)
    entry.isReusable = false
    closeUnused(entry)
  }
  const timer = setTimeout(entry.invalidate, reuseMillis)
  timer.unref()
  // If the file could not be opened, the next request tries again.
  entry.file.catch(entry.invalidate)
  return entry
}

/**
 * Opens a file for `use` and closes it afterwards. With `reuseDescriptor`, the file stays open for a second and later
 * requests share it. This is for players and download managers, which request many ranges in sequence: opening,
 * examining and closing a file takes a fifth of the CPU time of a 1 MiB range. Rejects with the system error, or with
 * the errors of `openInside`.
 */
export const withOpenFile = async <A>(
  location: FileLocation,
  reuseDescriptor: boolean,
  use: (file: OpenFile, invalidate: Invalidate) => Promise<A>
): Promise<A> => {
  const key = reuseDescriptor ? nameOf(location) : undefined
  const entry = (key === undefined ? undefined : reusable.get(key)) ?? openEntry(location, key)
  entry.users += 1
  try {
    return await use(await entry.file, entry.invalidate)
  } finally {
    entry.users -= 1
    closeUnused(entry)
  }
}

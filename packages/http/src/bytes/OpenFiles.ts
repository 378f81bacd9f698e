import { openInside } from "@media/kernel/InsideRoot"
import { close, constants, fstat, open, type Stats } from "node:fs"

/** The location of a file. With `root`, it is opened only if it is inside, even if links are swapped concurrently. */
export interface FileLocation {
  readonly path: string | Buffer
  readonly root?: string | Buffer
}

/** A descriptor with the file's stats at the time of opening. */
export interface OpenFile {
  readonly descriptor: number
  readonly info: Stats
  readonly close: () => void
}

/** Called by a reader that found the file changed, so that the next request opens it again. */
export type Invalidate = () => void

interface Entry {
  readonly file: Promise<OpenFile>
  users: number
  isReusable: boolean
  invalidate: Invalidate
}

/** The maximum time in milliseconds that a replaced file may still be read under its name and keep its disk busy. */
const reuseMillis = 1_000
const maxReusable = 64
const reusable = new Map<string, Entry>()

// Callbacks and descriptors: a FileHandle costs more than the three calls together.
const openPath = (path: string | Buffer): Promise<OpenFile> =>
  new Promise((resolve, reject) => {
    // O_NONBLOCK: opening a FIFO would otherwise block a thread of the pool until a writer opens it.
    open(path, constants.O_RDONLY | constants.O_NONBLOCK, (error, descriptor) => {
      if (error !== null) reject(error)
      else
        fstat(descriptor, (cause, info) => {
          if (cause === null) resolve({ descriptor, info, close: () => close(descriptor, () => undefined) })
          else close(descriptor, () => reject(cause))
        })
    })
  })

/** Takes 0.2 ms longer than opening by path alone; a reused descriptor pays this once a second. */
const openFile = async ({ path, root }: FileLocation): Promise<OpenFile> => {
  if (root === undefined) return openPath(path)
  const handle = await openInside(root, path)
  try {
    const info = await handle.stat()
    // Closing fails on a mount that died while the file was open; no caller waits for the result.
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
  // The next request tries again to open a file that failed.
  entry.file.catch(entry.invalidate)
  return entry
}

/**
 * Opens a file for `use` and closes it afterwards. With `reuseDescriptor` it stays open for a second and is shared:
 * players and download managers request one range after another, and opening, examining and closing a file costs a
 * fifth of the CPU of a 1 MiB range. Rejects with the errno error or like `openInside`.
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

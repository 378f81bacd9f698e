import { openInside } from "@media/kernel/InsideRoot"
import { close, constants, fstat, open, type Stats } from "node:fs"

/** Where a file lies; with `root` it is opened only if it lies in there, also when links are swapped meanwhile. */
export interface FilePlace {
  readonly path: string | Buffer
  readonly root?: string | Buffer
}

/** A descriptor with what the file was when it was opened. */
export interface OpenFile {
  readonly descriptor: number
  readonly info: Stats
  readonly close: () => void
}

/** What is said of a file by who reads it: that it is no longer what it was, so that the next one opens it anew. */
export type Outdated = () => void

interface Entry {
  readonly file: Promise<OpenFile>
  users: number
  isKept: boolean
  forget: Outdated
}

/** So long may a file that was replaced go on being read under its name, and keep a disk from being unmounted. */
const keepMillis = 1_000
const maxKept = 64
const kept = new Map<string, Entry>()

// Callbacks and descriptors: a FileHandle costs more than the three calls together.
const openPath = (path: string | Buffer): Promise<OpenFile> =>
  new Promise((resolve, reject) => {
    // O_NONBLOCK: opening a FIFO would otherwise occupy a thread of the pool until somebody writes to it.
    open(path, constants.O_RDONLY | constants.O_NONBLOCK, (error, descriptor) => {
      if (error !== null) reject(error)
      else
        fstat(descriptor, (cause, info) => {
          if (cause === null) resolve({ descriptor, info, close: () => close(descriptor, () => undefined) })
          else close(descriptor, () => reject(cause))
        })
    })
  })

/** 0.2 ms more than by its path alone, which a file that is kept costs once a second. */
const openFile = async ({ path, root }: FilePlace): Promise<OpenFile> => {
  if (root === undefined) return openPath(path)
  const handle = await openInside(root, path)
  try {
    const info = await handle.stat()
    // A mount that died while the file was open refuses to close it; nobody waits to hear of that.
    return { descriptor: handle.fd, info, close: () => void handle.close().catch(() => undefined) }
  } catch (cause) {
    await handle.close()
    throw cause
  }
}

const bytesOf = (path: string | Buffer): string =>
  (typeof path === "string" ? Buffer.from(path) : path).toString("latin1")

const nameOf = ({ path, root }: FilePlace): string =>
  root === undefined ? bytesOf(path) : `${bytesOf(root)}\0${bytesOf(path)}`

const closeUnused = (entry: Entry): void => {
  if (entry.users > 0 || entry.isKept) return
  entry.file.then(
    (file) => file.close(),
    () => undefined
  )
}

const begin = (place: FilePlace, key: string | undefined): Entry => {
  const isKept = key !== undefined && kept.size < maxKept
  const entry: Entry = { file: openFile(place), users: 0, isKept, forget: () => undefined }
  if (!isKept) return entry
  kept.set(key, entry)
  entry.forget = () => {
    clearTimeout(timer)
    if (kept.get(key) === entry) kept.delete(key)
    entry.isKept = false
    closeUnused(entry)
  }
  const timer = setTimeout(entry.forget, keepMillis)
  timer.unref()
  // What could not be opened is tried anew by the next one.
  entry.file.catch(entry.forget)
  return entry
}

/**
 * Opens a file for `use` and closes it after. With `isKept` it stays open for a second and is shared meanwhile: players
 * and download managers ask for one range after the other, and to open, examine and close a file cost a fifth of the
 * CPU of a range of 1 MiB. Rejects with the errno error, or as `openInside` does.
 */
export const withOpenFile = async <A>(
  place: FilePlace,
  isKept: boolean,
  use: (file: OpenFile, outdated: Outdated) => Promise<A>
): Promise<A> => {
  const key = isKept ? nameOf(place) : undefined
  const entry = (key === undefined ? undefined : kept.get(key)) ?? begin(place, key)
  entry.users += 1
  try {
    return await use(await entry.file, entry.forget)
  } finally {
    entry.users -= 1
    closeUnused(entry)
  }
}

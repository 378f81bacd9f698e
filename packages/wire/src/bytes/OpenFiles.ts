import { close, constants, fstat, open, type Stats } from "node:fs"

/** A descriptor with what the file was when it was opened. */
export interface OpenFile {
  readonly descriptor: number
  readonly info: Stats
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
const openFile = (path: string | Buffer): Promise<OpenFile> =>
  new Promise((resolve, reject) => {
    // O_NONBLOCK: opening a FIFO would otherwise occupy a thread of the pool until somebody writes to it.
    open(path, constants.O_RDONLY | constants.O_NONBLOCK, (error, descriptor) => {
      if (error !== null) reject(error)
      else
        fstat(descriptor, (cause, info) => {
          if (cause === null) resolve({ descriptor, info })
          else close(descriptor, () => reject(cause))
        })
    })
  })

const nameOf = (path: string | Buffer): string =>
  (typeof path === "string" ? Buffer.from(path) : path).toString("latin1")

const closeUnused = (entry: Entry): void => {
  if (entry.users > 0 || entry.isKept) return
  entry.file.then(
    ({ descriptor }) => close(descriptor, () => undefined),
    () => undefined
  )
}

const begin = (path: string | Buffer, key: string | undefined): Entry => {
  const isKept = key !== undefined && kept.size < maxKept
  const entry: Entry = { file: openFile(path), users: 0, isKept, forget: () => undefined }
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
 * CPU of a range of 1 MiB. Rejects with the errno error.
 */
export const withOpenFile = async <A>(
  path: string | Buffer,
  isKept: boolean,
  use: (file: OpenFile, outdated: Outdated) => Promise<A>
): Promise<A> => {
  const key = isKept ? nameOf(path) : undefined
  const entry = (key === undefined ? undefined : kept.get(key)) ?? begin(path, key)
  entry.users += 1
  try {
    return await use(await entry.file, entry.forget)
  } finally {
    entry.users -= 1
    closeUnused(entry)
  }
}

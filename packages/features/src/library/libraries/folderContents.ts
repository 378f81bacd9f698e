import * as Effect from "effect/Effect"
import { opendir, realpath, stat } from "node:fs/promises"
import { extname, isAbsolute, join } from "node:path"
import { kinds } from "../../generated/kinds.ts"
import { skippedFolderReason } from "@media/disk/FolderNames"
import type { Contents, FolderContents } from "./contract.ts"
import { MISSING, RootUnusable } from "./errors.ts"

const bounds = {
  /**
   * Maximum number of entries to count. Most private collections are smaller. Counting 100,000 entries takes about a
   * second if they are in the disk cache.
   */
  entries: 100_000,
  /**
   * Time limit in milliseconds. A user waits for the result, so the count stops at this limit and returns a lower
   * bound.
   */
  millis: 2_500
}
/**
 * Maximum number of concurrent counts. If a mount does not respond, a count on it blocks a thread. The thread belongs
 * to the pool that the process uses for all file operations.
 */
const maxAtOnce = 2

/**
 * Maps each file extension to the library contents that files with this extension count for. If several kinds have the
 * same extension, the files count for the kind that does not need to examine them (`sniff` is null).
 */
const contentsOf = new Map<string, Contents>()
for (const { contents, extensions } of kinds)
  for (const [ending, sniff] of Object.entries(extensions))
    if (sniff === null || !contentsOf.has(ending)) contentsOf.set(ending, contents)

interface Tally {
  readonly contents: Map<Contents, number>
  folders: number
  entries: number
}

/**
 * Yields the entries of a folder. Stops if the folder cannot be read, for example because it disappeared or its disk
 * failed.
 */
async function* readableEntries(folder: string) {
  try {
    yield* await opendir(folder, { bufferSize: 256 })
  } catch {
    // An unreadable folder has nothing to count. The scan will report the problem.
  }
}

const countFolder = async (
  folder: string,
  tally: Tally,
  waiting: Array<string>,
  isOver: () => boolean
): Promise<void> => {
  let hasMedia = false
  for await (const entry of readableEntries(folder)) {
    tally.entries += 1
    if (isOver()) break
    if (entry.isDirectory() && skippedFolderReason(entry.name) === undefined)
      waiting.push(join(folder, entry.name))
    if (!entry.isFile() || entry.name.startsWith(".")) continue
    const contents = contentsOf.get(extname(entry.name).slice(1).toLowerCase())
    if (contents === undefined) continue
    hasMedia = true
    tally.contents.set(contents, (tally.contents.get(contents) ?? 0) + 1)
  }
  if (hasMedia) tally.folders += 1
}

/** Counts the files in a folder and in all folders below it. Returns true if the count is complete. */
const countBelow = async (top: string, tally: Tally, isOver: () => boolean): Promise<boolean> => {
  const waiting = [top]
  for (let folder = waiting.pop(); folder !== undefined && !isOver(); folder = waiting.pop())
    await countFolder(folder, tally, waiting, isOver)
  return !isOver()
}

let underWay = 0

/**
 * Counts the media files in a folder and in all folders below it. The file extension decides which contents a file
 * counts for. The counts help users choose the folder of a library. The time and the number of entries are limited, so
 * that the request ends even if a mount does not respond.
 */
export const folderContents = Effect.fn("libraries.folderContents")(function* (
  path: string,
  { entries, millis } = bounds
) {
  if (!isAbsolute(path)) return yield* new RootUnusable({ path, reason: "the path must be absolute" })
  // Unlike a folder without media, a missing folder is an error.
  const isMissing = yield* Effect.promise(() =>
    stat(path).then(
      () => false,
      (cause: NodeJS.ErrnoException) => cause.code === "ENOENT"
    )
  ).pipe(
    Effect.disconnect,
    Effect.timeoutTo({ duration: millis, onSuccess: (gone) => gone, onTimeout: () => false })
  )
  if (isMissing) return yield* new RootUnusable({ path, reason: MISSING })
  const tally: Tally = { contents: new Map(), folders: 0, entries: 0 }
  let isStopped = underWay >= maxAtOnce
  // The time is also checked directly, because the timeout cannot fire as long as a fast disk keeps the event loop
  // busy.
  const end = performance.now() + millis
  const isOver = (): boolean => isStopped || tally.entries > entries || performance.now() >= end
  const count = async (): Promise<boolean> => {
    if (isStopped) return false
    underWay += 1
    try {
      return await countBelow(await realpath(path).catch(() => path), tally, isOver)
    } finally {
      underWay -= 1
    }
  }
  const isComplete = yield* Effect.promise(count).pipe(
    Effect.disconnect,
    Effect.timeoutTo({
      duration: millis,
      onSuccess: (done) => done,
      onTimeout: () => false
    })
  )
  isStopped = true
  return {
    path,
    contents: Object.fromEntries(tally.contents),
    folders: tally.folders,
    isComplete
  } satisfies FolderContents
})

import * as Effect from "effect/Effect"
import { opendir, realpath, stat } from "node:fs/promises"
import { extname, isAbsolute, join } from "node:path"
import { kinds } from "../../generated/kinds.ts"
import { skippedFolderReason } from "@media/disk/FolderNames"
import type { Contents, FolderContents } from "./contract.ts"
import { MISSING, RootUnusable } from "./errors.ts"

const bounds = {
  /**
   * Maximum number of entries to count. Most private collections have fewer entries. Counting all 100,000 takes about a
   * second if the disk cache is warm.
   */
  entries: 100_000,
  /**
   * Time limit in milliseconds. A user waits for the result, so the count stops at this limit and returns a lower
   * bound.
   */
  millis: 2_500
}
/**
 * Maximum number of concurrent counts. A count on a dead mount blocks a thread of the pool that serves all file
 * operations of the process.
 */
const maxAtOnce = 2

/**
 * The kind of contents, keyed by file extension. If several kinds claim an extension, files count for the kind that
 * accepts them by name alone.
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
 * Counts the files in a folder and below it by the kind that a library would assign to their names. The numbers help
 * users to choose a folder. The time and the number of entries are limited, and a mount that does not respond does not
 * block the request.
 */
export const folderContents = Effect.fn("libraries.folderContents")(function* (
  path: string,
  { entries, millis } = bounds
) {
  if (!isAbsolute(path)) return yield* new RootUnusable({ path, reason: "the path must be absolute" })
  // A missing folder is an error, but a folder without media is not.
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
  // A timer would never fire while a disk responds immediately, so the time is also checked directly.
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

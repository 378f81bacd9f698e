import * as Effect from "effect/Effect"
import { opendir, realpath, stat } from "node:fs/promises"
import { extname, isAbsolute, join } from "node:path"
import { kinds } from "../../generated/kinds.ts"
import { skippedFolderReason } from "@media/disk/FolderNames"
import type { Contents, FolderContents } from "./contract.ts"
import { MISSING, RootUnusable } from "./errors.ts"

const bounds = {
  /**
   * Maximum number of entries to count: the collection of most homes, in about a second if the disk was read before.
   */
  entries: 100_000,
  /** A person waits for the number, so the count stops after this time, and the result is "at least". */
  millis: 2_500
}
/**
 * Limits concurrent counts, because a count that is blocked by a dead mount occupies a thread of the pool that all file
 * operations of the process share.
 */
const maxAtOnce = 2

/** An extension that several kinds claim counts for the kind that trusts the name. */
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
 * Yields entries until the folder ends or cannot be read: because it disappeared, its disk failed, or it is unreadable.
 */
async function* readableEntries(folder: string) {
  try {
    yield* await opendir(folder, { bufferSize: 256 })
  } catch {
    // Nothing can be counted. The scan reports the problem by name.
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

/** Returns true if everything was counted. */
const countBelow = async (top: string, tally: Tally, isOver: () => boolean): Promise<boolean> => {
  const waiting = [top]
  for (let folder = waiting.pop(); folder !== undefined && !isOver(); folder = waiting.pop())
    await countFolder(folder, tally, waiting, isOver)
  return !isOver()
}

let underWay = 0

/**
 * Counts the files in a folder and below by the kind that a library would assign, based on names alone. The result
 * helps to choose a folder. The count is limited in time and entries, and a mount that does not answer does not block
 * it.
 */
export const folderContents = Effect.fn("libraries.folderContents")(function* (
  path: string,
  { entries, millis } = bounds
) {
  if (!isAbsolute(path)) return yield* new RootUnusable({ path, reason: "the path must be absolute" })
  // Reports a folder that does not exist, unlike one without media.
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
  // A timer alone never fires while a disk answers immediately.
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

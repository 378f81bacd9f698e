import * as Effect from "effect/Effect"
import { chmod, open, readdir, rename, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { makeFolders } from "./PrivateFolder.ts"

/** A pending schema upgrade: the last migration that was applied, and the last migration of this program. */
export interface Upgrade {
  /** Number of the last applied migration, or 0 for a database from before migrations were numbered. */
  readonly from: number
  readonly to: number
}

/** Returns the folder that contains the copies of the database from before each upgrade. */
export const copiesFolder = (dataDir: string): string => join(dataDir, "backups")

/**
 * Maximum number of copies. Copies from more than three upgrades ago are rarely useful, and each copy takes as much
 * space as the database.
 */
const KEPT = 3
/**
 * Required free space, as a multiple of the size of the database: one for the copy, and one for the writes of the
 * upgrade.
 */
const ROOM = 2
/**
 * Matches the names of copies. Only files with such names are counted and deleted, so a copy that a user renamed is
 * kept.
 */
const OURS = /^pre-\d+-\d+(\.dump)?$/
const UNFINISHED = "unfinished-"

export type CopyOutcome =
  | { readonly _tag: "Made"; readonly path: string }
  /** No copy was made, and no partial copy was left behind. The upgrade continues. */
  | { readonly _tag: "Skipped"; readonly reason: string }

export interface CopyOptions {
  readonly dataDir: string
  readonly upgrade: Upgrade
  /** The suffix of the copy's name: `.dump` for a file, empty for a folder. */
  readonly ending: "" | ".dump"
  /** Returns the size of the database in bytes. */
  readonly size: () => Promise<number>
  /** Writes the copy to this path and flushes it to disk. Rejects with the reason for the failure. */
  readonly write: (draft: string, signal: AbortSignal) => Promise<void>
}

/**
 * Creates a copy named `pre-FROM-TO`. The copy replaces an older copy with the same name. Then deletes all but the
 * newest three copies. The copy gets its name only after it is complete and flushed to disk, so an interrupted copy is
 * never mistaken for a complete one. Never fails, because a lack of space must not block an upgrade.
 */
export const makeCopy = (options: CopyOptions): Effect.Effect<CopyOutcome> =>
  Effect.tryPromise({ try: (signal) => copy(options, signal), catch: reasonOf }).pipe(
    Effect.catchAll((reason) =>
      Effect.as(
        Effect.promise(() => removeUnfinished(copiesFolder(options.dataDir)).catch(() => undefined)),
        { _tag: "Skipped", reason } satisfies CopyOutcome
      )
    )
  )

const copy = async (options: CopyOptions, signal: AbortSignal): Promise<CopyOutcome> => {
  const folder = copiesFolder(options.dataDir)
  await makeFolders(folder)
  await chmod(folder, 0o700)
  await removeUnfinished(folder)
  const { bavail, bsize } = await statfs(folder)
  const needed = ROOM * (await options.size())
  if (bavail * bsize < needed) {
    return {
      _tag: "Skipped",
      reason: `the copy needs ${inMegabytes(needed)} of free space, but only ${inMegabytes(bavail * bsize)} is available`
    }
  }
  const name = `pre-${options.upgrade.from}-${options.upgrade.to}${options.ending}`
  const draft = join(folder, `${UNFINISHED}${name}`)
  const path = join(folder, name)
  await options.write(draft, signal)
  await rm(path, { recursive: true, force: true })
  await rename(draft, path)
  await flush(folder)
  await removeOld(folder)
  return { _tag: "Made", path }
}

const removeUnfinished = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED))
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

const removeOld = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => OURS.test(name))
  const copies = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs }))
  )
  const old = copies.sort((a, b) => b.at - a.at).slice(KEPT)
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })))
}

/** Flushes a file or folder to disk. */
export const flush = async (path: string): Promise<void> => {
  const handle = await open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`

const reasonOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code === "ENOSPC"
    ? "the disk is full"
    : error instanceof Error
      ? error.message
      : String(error)

/** Returns the message about the copy that is printed on the terminal or logged. */
export const copyLine = (outcome: CopyOutcome): string =>
  outcome._tag === "Made"
    ? `The copy of the database from before the upgrade is in ${outcome.path}`
    : `The upgrade continues without a copy of the database: ${outcome.reason}`

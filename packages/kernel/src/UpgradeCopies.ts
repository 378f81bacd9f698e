import * as Effect from "effect/Effect"
import { chmod, open, readdir, rename, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { makeFolders } from "./PrivateFolder.ts"

/** The last applied migration and the last migration of this program. */
export interface Upgrade {
  /** 0: a database older than migration numbers. */
  readonly from: number
  readonly to: number
}

/** The folder with copies of the database from before an upgrade. */
export const copiesFolder = (dataDir: string): string => join(dataDir, "backups")

/**
 * Number of copies to keep. Copies from more than three upgrades ago are rarely useful and each takes as much space as
 * the database.
 */
const KEPT = 3
/** Required free space in multiples of the database size: the copy, and as much again for the upgrade's own writes. */
const ROOM = 2
/** Only files with such names are counted and deleted, so a copy that someone renamed is kept. */
const OURS = /^pre-\d+-\d+(\.dump)?$/
const UNFINISHED = "unfinished-"

export type CopyOutcome =
  | { readonly _tag: "Made"; readonly path: string }
  /** No copy was made, and nothing of it remains; the upgrade continues. */
  | { readonly _tag: "Skipped"; readonly reason: string }

export interface CopyOptions {
  readonly dataDir: string
  readonly upgrade: Upgrade
  /** `.dump` for a file, empty for a folder. */
  readonly ending: "" | ".dump"
  /** Size of the database in bytes. */
  readonly size: () => Promise<number>
  /** Writes the copy to this path and flushes it to disk; rejects with the reason of a failure. */
  readonly write: (draft: string, signal: AbortSignal) => Promise<void>
}

/**
 * Makes a copy named `pre-FROM-TO` and deletes all but the newest three. The copy gets its name only when it is
 * complete and on disk, so an interrupted copy is never mistaken for a whole one. It replaces an older copy of the same
 * name. Never fails, because lack of space must not block an upgrade.
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
      reason: `it needs ${inMegabytes(needed)} of free space, but only ${inMegabytes(bavail * bsize)} are available`
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

/** The message for the terminal or the log. */
export const copyLine = (outcome: CopyOutcome): string =>
  outcome._tag === "Made"
    ? `A copy of the database from before the upgrade is in ${outcome.path}`
    : `The upgrade continues without a copy of the database: ${outcome.reason}`

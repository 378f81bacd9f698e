import * as Effect from "effect/Effect"
import { chmod, open, readdir, rename, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { makeFolders } from "./PrivateFolder.ts"

/** From the last migration that was applied to the last of this program. */
export interface Upgrade {
  /** 0: a database from before there were numbers. */
  readonly from: number
  readonly to: number
}

/** Where copies of the database from before an upgrade lie. */
export const copiesFolder = (dataDir: string): string => join(dataDir, "backups")

/** As old as three upgrades: beyond them, a copy is of little use and takes the room of the database. */
const KEPT = 3
/** The copy, and as much again for what the upgrade writes. */
const ROOM = 2
/** Only what is named like this is counted and deleted: a copy that people renamed stays. */
const OURS = /^pre-\d+-\d+(\.dump)?$/
const UNFINISHED = "unfinished-"

export type CopyOutcome =
  | { readonly _tag: "Made"; readonly path: string }
  /** Nothing is left of it; the upgrade goes on without. */
  | { readonly _tag: "Skipped"; readonly reason: string }

export interface CopyOptions {
  readonly dataDir: string
  readonly upgrade: Upgrade
  /** `.dump` for a file; none for a folder. */
  readonly ending: "" | ".dump"
  /** Bytes of what is copied. */
  readonly size: () => Promise<number>
  /** Writes the copy to this path and flushes it to the disk; rejects with why not. */
  readonly write: (draft: string, signal: AbortSignal) => Promise<void>
}

/**
 * Makes a copy `pre-FROM-TO` and deletes all but the newest three. It gets its name when it is whole and on the disk: what
 * has another name is none. One of the same name gives way to it. Never fails: an upgrade does not wait for room.
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
      reason: `it needs ${inMegabytes(needed)} of free space, and there are ${inMegabytes(bavail * bsize)}`
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

/** A file or a folder reaches the disk. */
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

/** For the person at the terminal, or the log. */
export const copyLine = (outcome: CopyOutcome): string =>
  outcome._tag === "Made"
    ? `The database as it was before the upgrade is in ${outcome.path}`
    : `The upgrade goes on without a copy of the database: ${outcome.reason}`

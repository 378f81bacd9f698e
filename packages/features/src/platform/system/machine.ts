import { toTimestamp } from "@media/kernel/Timestamp"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readdir, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import type { Backup, Installation } from "./installation.ts"

type Folder = Installation["folders"][number]

/** Timeout for reading a folder, so that an unresponsive mount does not block the response. */
const answersWithin = "2 seconds"
/** Free space in bytes below which administrators are warned, because conversions and the database may soon fail. */
export const scarceBytes = 2 * 1024 ** 3

export const folderState = (name: Folder["name"], path: string): Effect.Effect<Folder> =>
  Effect.tryPromise(() => statfs(path)).pipe(
    Effect.disconnect,
    Effect.timeout(answersWithin),
    Effect.option,
    Effect.map((found) => ({
      name,
      path,
      ...Option.match(found, {
        onNone: () => ({ freeBytes: null, totalBytes: null }),
        onSome: ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize })
      })
    }))
  )

const backupOf = async (folder: string, name: string): Promise<Backup> => {
  const found = await stat(join(folder, name))
  return { name, bytes: found.isDirectory() ? null : found.size, madeAt: toTimestamp(found.mtime) }
}

/**
 * Returns the backups in the folder `backups` of the data directory, newest first. Empty if the folder does not exist.
 */
export const backupsIn = (dataDir: string): Effect.Effect<ReadonlyArray<Backup>> => {
  const folder = join(dataDir, "backups")
  return Effect.tryPromise(async () => {
    const names = (await readdir(folder)).filter((name) => /^pre-\d+-\d+/.test(name))
    const backups = await Promise.all(names.map((name) => backupOf(folder, name)))
    return backups.sort((a, b) => b.madeAt.localeCompare(a.madeAt))
  }).pipe(
    Effect.disconnect,
    Effect.timeout(answersWithin),
    Effect.orElseSucceed(() => [])
  )
}

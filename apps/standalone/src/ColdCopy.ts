import { copyLine, flush, makeCopy, type Upgrade } from "@media/kernel/UpgradeCopies"
import { pending } from "@media/pg/Migrations"
import * as Effect from "effect/Effect"
import { constants } from "node:fs"
import { chmod, copyFile, lchown, lstat, mkdir, readdir } from "node:fs/promises"
import { join } from "node:path"
import { print } from "./Output.ts"

/** Names the running process, which a copy does not have. */
const PID_FILE = "postmaster.pid"

const sizeOf = async (path: string): Promise<number> => {
  const facts = await lstat(path)
  if (!facts.isDirectory()) return facts.size
  let bytes = 0
  for (const name of await readdir(path)) bytes += await sizeOf(join(path, name))
  return bytes
}

/**
 * Preserves owners and modes, and shares blocks if the file system supports it (btrfs, XFS, APFS). Returns the number
 * of bytes written.
 */
const copyTree = async (from: string, to: string, signal: AbortSignal): Promise<ReadonlyArray<string>> => {
  signal.throwIfAborted()
  const written: Array<string> = []
  const facts = await lstat(from)
  if (facts.isDirectory()) {
    await mkdir(to, { mode: 0o700 })
    for (const name of await readdir(from)) {
      if (name !== PID_FILE) written.push(...(await copyTree(join(from, name), join(to, name), signal)))
    }
  } else if (facts.isFile()) await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  // Files of a tablespace or a log on another disk would be shared with the copy.
  else throw new Error(`${from} leads out of the database's folder`)
  if (process.getuid?.() === 0) await lchown(to, facts.uid, facts.gid)
  await chmod(to, facts.mode & 0o7777)
  return [...written, to]
}

/** The number of Node's file threads: an fsync that waits for the same commit of the journal costs nothing. */
const FLUSHED_AT_ONCE = 4

const flushAll = async (paths: ReadonlyArray<string>): Promise<void> => {
  const left = paths.values()
  const lane = async () => {
    for (const path of left) await flush(path)
  }
  await Promise.all(Array.from({ length: FLUSHED_AT_ONCE }, lane))
}

const copyCluster = (dataDir: string, upgrade: Upgrade, clusterDir: string) =>
  makeCopy({
    dataDir,
    upgrade,
    ending: "",
    size: () => sizeOf(clusterDir),
    write: async (draft, signal) => flushAll(await copyTree(clusterDir, draft, signal))
  }).pipe(Effect.map((outcome) => print(`  ${copyLine(outcome)}`)))

/**
 * For a private database that this program is about to upgrade: copies its folder while it is stopped. The database
 * itself records its migrations; a separate note could belong to another database, or be missing.
 */
export const copyWhenUpgraded = (options: {
  readonly url: string
  readonly dataDir: string
  readonly migrationsDir: string
}) =>
  pending({ url: options.url, directory: options.migrationsDir }).pipe(
    // If there is not enough room, the upgrade itself fails a moment later with its reason.
    Effect.orElseSucceed(() => undefined),
    Effect.map((upgrade) =>
      upgrade === undefined
        ? undefined
        : (clusterDir: string) => {
            print("  Copying the database before its upgrade")
            return copyCluster(options.dataDir, upgrade, clusterDir)
          }
    )
  )

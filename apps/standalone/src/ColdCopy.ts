import { copyLine, flush, makeCopy, type Upgrade } from "@media/kernel/UpgradeCopies"
import { pending } from "@media/pg/Migrations"
import * as Effect from "effect/Effect"
import { constants } from "node:fs"
import { chmod, copyFile, lchown, lstat, mkdir, readdir } from "node:fs/promises"
import { join } from "node:path"
import { print } from "./Output.ts"

/** Name of the file with the id of the running database process. Copies must not contain this file. */
const PID_FILE = "postmaster.pid"

const sizeOf = async (path: string): Promise<number> => {
  const facts = await lstat(path)
  if (!facts.isDirectory()) return facts.size
  let bytes = 0
  for (const name of await readdir(path)) bytes += await sizeOf(join(path, name))
  return bytes
}

/**
 * Copies a folder and keeps owners and modes. The copy shares disk blocks with the original if the file system supports
 * that (btrfs, XFS, APFS). Returns the paths of all files and folders written.
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
  // A link to a tablespace, or to a log on another disk, would make the copy share files with the original.
  else throw new Error(`${from} is a link to a location outside the database folder`)
  if (process.getuid?.() === 0) await lchown(to, facts.uid, facts.gid)
  await chmod(to, facts.mode & 0o7777)
  return [...written, to]
}

/**
 * Number of files flushed to disk concurrently, which is also the number of threads that Node uses for files.
 * Concurrent flushes are cheap, because the file system writes them in one journal commit.
 */
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
 * Returns a function that copies the folder of the stopped private database, or undefined if no upgrade is pending.
 * Pending migrations are read from the database itself, because a separate record could be missing or belong to another
 * database.
 */
export const copyWhenUpgraded = (options: {
  readonly url: string
  readonly dataDir: string
  readonly migrationsDir: string
}) =>
  pending({ url: options.url, directory: options.migrationsDir }).pipe(
    // If reading the pending migrations fails, the upgrade will fail in the same way and report the reason.
    Effect.orElseSucceed(() => undefined),
    Effect.map((upgrade) =>
      upgrade === undefined
        ? undefined
        : (clusterDir: string) => {
            print("  Copying the database before upgrading it")
            return copyCluster(options.dataDir, upgrade, clusterDir)
          }
    )
  )

import * as SqlClient from "@effect/sql/SqlClient"
import { repeated } from "@media/jobs/Repeated"
import { isEmptyFile } from "@media/kernel/MoveToNew"
import { rowsOf } from "@media/pg/Rows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lstat, readdir, rm, unlink } from "node:fs/promises"
import { join } from "node:path"
import { configuredFolders } from "@media/disk/ForbiddenFolders"
import { fileCall } from "@media/disk/FileCalls"
import { isThere, openExisting, removeEmpty } from "./folders.ts"

const Row = Schema.Struct({
  id: Schema.String,
  root_path: Schema.NullOr(Schema.String),
  path_bytes: Schema.Uint8ArrayFromSelf,
  name_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  begun_ms: Schema.Number,
  made: Schema.Number
})

/**
 * Time after which an upload counts as dead. An active upload writes at least once a minute, possibly on another
 * server.
 */
const DEAD_MILLIS = 5 * 60_000

/** Tolerance for the clock of a network disk, which may be behind that of the database. */
const CLOCK_MILLIS = 60_000

const isDead = async (path: Buffer | string, now: number): Promise<boolean> => {
  const info = await lstat(path).catch(() => undefined)
  return info === undefined || now - info.mtimeMs > DEAD_MILLIS
}

/**
 * Deletes the empty placeholder of a killed upload on a disk without hard links. In that case the upload's own bytes
 * still exist under their temporary name, and the placeholder is not older than the upload.
 */
const freeName = async (path: Buffer, begunMillis: number): Promise<void> => {
  if (!(await isEmptyFile(path))) return
  const { mtimeMs } = await lstat(path)
  if (mtimeMs >= begunMillis - CLOCK_MILLIS) await unlink(path)
}

/** Deletes the leftovers of one killed upload; returns false while the upload is active. */
const sweepOne = async (root: Buffer, upload: typeof Row.Type, now: number): Promise<boolean> => {
  const names = Buffer.from(upload.path_bytes).toString().split("/")
  const name = names.pop()!
  const { folder, isWhole } = await openExisting(root, names)
  try {
    if (isWhole) {
      const at = folder.at(name)
      if (!(await isDead(at, now))) return false
      if (upload.name_bytes !== null && (await isThere(at)))
        await freeName(folder.at(Buffer.from(upload.name_bytes)), upload.begun_ms)
      await unlink(at).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== "ENOENT") throw cause
      })
    }
  } finally {
    await folder.close()
  }
  await removeEmpty(root, names, upload.made)
  return true
}

const sweepSpool = (cacheDir: string, now: number) =>
  Effect.promise(async () => {
    const folder = join(cacheDir, "incoming")
    for (const name of await readdir(folder).catch(() => []))
      if (await isDead(join(folder, name), now)) await rm(join(folder, name), { force: true })
  })

/** Deletes the leftovers of uploads that were killed with their server. */
export const sweepUploads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const rows = yield* rowsOf(Row)(sql`
    select u.id, r.path as root_path, u.path_bytes, u.name_bytes, u.made,
      floor(extract(epoch from u.begun_at) * 1000)::float8 as begun_ms from uploads u left join library_roots r on r.id = u.root_id
    where u.begun_at < now() - make_interval(secs => ${DEAD_MILLIS / 1_000})`)
  for (const row of rows) {
    const { id, root_path } = row
    const isSwept =
      root_path === null ||
      (yield* fileCall(() => sweepOne(Buffer.from(root_path), row, now)).pipe(
        // The disk is disconnected; its leftovers are deleted when it returns.
        Effect.catchAll(() => Effect.succeed(false))
      ))
    if (isSwept) yield* sql`delete from uploads where id = ${id}`
  }
  yield* sweepSpool((yield* configuredFolders).cacheDir, now)
}).pipe(Effect.withSpan("uploads.sweep"))

/** A worker's task for uploads, until it is interrupted. */
export const uploadMaintenance = repeated("Deleting what uploads left behind", "1 minute", sweepUploads)

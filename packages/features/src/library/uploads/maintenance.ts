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
 * Time in milliseconds after which an inactive upload counts as dead. An active upload writes at least once a minute,
 * possibly in another server process.
 */
const DEAD_MILLIS = 5 * 60_000

/**
 * Tolerance in milliseconds when file times are compared with database times, because the clock of a network disk may
 * be slow.
 */
const CLOCK_MILLIS = 60_000

const isDead = async (path: Buffer | string, now: number): Promise<boolean> => {
  const info = await lstat(path).catch(() => undefined)
  return info === undefined || now - info.mtimeMs > DEAD_MILLIS
}

/**
 * Deletes the empty file that a killed upload created to reserve its final name on a disk without hard links. If this
 * file remained, the library would contain an empty file. An empty file that is older than the upload was not created
 * by the upload and is kept.
 */
const freeName = async (path: Buffer, begunMillis: number): Promise<void> => {
  if (!(await isEmptyFile(path))) return
  const { mtimeMs } = await lstat(path)
  if (mtimeMs >= begunMillis - CLOCK_MILLIS) await unlink(path)
}

/** Deletes the files and empty folders that one killed upload left behind. Returns false while the upload is active. */
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

/** Deletes the files and empty folders that uploads left behind when their server was killed. */
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
        // The disk is disconnected. A later run deletes the remains when the disk is back.
        Effect.catchAll(() => Effect.succeed(false))
      ))
    if (isSwept) yield* sql`delete from uploads where id = ${id}`
  }
  yield* sweepSpool((yield* configuredFolders).cacheDir, now)
}).pipe(Effect.withSpan("uploads.sweep"))

/** Worker task that deletes the remains of killed uploads once a minute. */
export const uploadMaintenance = repeated(
  "Deleting the remains of interrupted uploads",
  "1 minute",
  sweepUploads
)

import * as SqlClient from "@effect/sql/SqlClient"
import { repeated } from "@media/jobs/Repeated"
import { rowsOf } from "@media/pg/Rows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lstat, readdir, rm, unlink } from "node:fs/promises"
import { join } from "node:path"
import { places } from "@media/disk/ForbiddenPlaces"
import { fileCall } from "@media/disk/FileCalls"
import { openExisting, removeEmpty } from "./folders.ts"

const Row = Schema.Struct({
  id: Schema.String,
  root_path: Schema.NullOr(Schema.String),
  path_bytes: Schema.Uint8ArrayFromSelf,
  made: Schema.Number
})

/** An upload that lives writes at least once a minute; another server may be the one that receives it. */
const DEAD_MILLIS = 5 * 60_000

const isDead = async (path: Buffer | string, now: number): Promise<boolean> => {
  const info = await lstat(path).catch(() => undefined)
  return info === undefined || now - info.mtimeMs > DEAD_MILLIS
}

/** Deletes what a kill left of one upload; false while it lives. */
const sweepOne = async (root: Buffer, path: Buffer, made: number, now: number): Promise<boolean> => {
  const names = path.toString().split("/")
  const name = names.pop()!
  const { folder, isWhole } = await openExisting(root, names)
  try {
    if (isWhole) {
      const at = folder.at(name)
      if (!(await isDead(at, now))) return false
      await unlink(at).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== "ENOENT") throw cause
      })
    }
  } finally {
    await folder.close()
  }
  await removeEmpty(root, names, made)
  return true
}

const sweepSpool = (cacheDir: string, now: number) =>
  Effect.promise(async () => {
    const folder = join(cacheDir, "incoming")
    for (const name of await readdir(folder).catch(() => []))
      if (await isDead(join(folder, name), now)) await rm(join(folder, name), { force: true })
  })

/** Deletes what uploads left behind that were cut off with their server. */
export const sweepUploads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const rows = yield* rowsOf(Row)(sql`
    select u.id, r.path as root_path, u.path_bytes, u.made from uploads u left join library_roots r on r.id = u.root_id
    where u.begun_at < now() - make_interval(secs => ${DEAD_MILLIS / 1_000})`)
  for (const { id, made, path_bytes, root_path } of rows) {
    const isSwept =
      root_path === null ||
      (yield* fileCall(() => sweepOne(Buffer.from(root_path), Buffer.from(path_bytes), made, now)).pipe(
        // The disk is away: what lies there is deleted when it is back.
        Effect.catchAll(() => Effect.succeed(false))
      ))
    if (isSwept) yield* sql`delete from uploads where id = ${id}`
  }
  yield* sweepSpool((yield* places).cacheDir, now)
}).pipe(Effect.withSpan("uploads.sweep"))

/** What a worker does for uploads, until it is interrupted. */
export const uploadMaintenance = repeated("Deleting what uploads left behind", "1 minute", sweepUploads)

import * as SqlClient from "@effect/sql/SqlClient"
import { Conflict } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lstat, realpath } from "node:fs/promises"
import { bytesOfPath } from "../../catalog/items/source.ts"
import { fileCall } from "@media/disk/FileCalls"
import { joinBytes } from "@media/disk/OpenFolder"

const Row = Schema.Struct({
  id: Schema.String,
  root_path: Schema.String,
  path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  size_bytes: Schema.NullOr(Schema.Number),
  mtime_ms: Schema.NullOr(Schema.Number)
})

const pathOf = (row: typeof Row.Type): Buffer => joinBytes(Buffer.from(row.root_path), bytesOfPath(row))

const lookAt = (path: Buffer) =>
  fileCall(async () => {
    const info = await lstat(path)
    return { info, real: (await realpath(path, { encoding: "buffer" })).toString("latin1") }
  })

/**
 * Fails unless the file to keep exists with its recorded size and time. Also fails if one of the paths to remove leads
 * to the file to keep, through a link or through a folder that is mounted twice. Removing one of two hard links is
 * allowed. Archive entries are not checked.
 */
export const requireKeeper = (keepId: string, removeIds: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      select f.item_id as id, r.path as root_path, f.path, f.path_bytes, f.size_bytes, f.mtime_ms
      from item_files f join library_roots r on r.id = f.root_id
      where f.item_id = any(${[keepId, ...removeIds]}::uuid[]) and not f.is_folder`)
    const keeper = rows.find(({ id }) => id === keepId)
    if (keeper === undefined) return
    const keeperFile = yield* Effect.catchAll(lookAt(pathOf(keeper)), () =>
      Effect.fail(new Conflict({ reason: "The file to keep does not exist. Is its disk connected?" }))
    )
    if (!keeperFile.info.isFile())
      return yield* new Conflict({
        reason: "The file to keep is a link to another file. Keep that file instead."
      })
    if (keeperFile.info.size !== keeper.size_bytes || Math.floor(keeperFile.info.mtimeMs) !== keeper.mtime_ms)
      return yield* new Conflict({
        reason:
          "The file to keep has changed since the last scan. Scan its folder, then compare the files again."
      })
    for (const row of rows.filter(({ id }) => id !== keepId)) {
      // A file that cannot be examined cannot be moved either.
      const other = yield* Effect.option(lookAt(pathOf(row)))
      if (other._tag === "None") continue
      const { info, real } = other.value
      const isSameFile = info.dev === keeperFile.info.dev && info.ino === keeperFile.info.ino
      if (isSameFile && (info.nlink === 1 || real === keeperFile.real))
        return yield* new Conflict({
          reason: "These paths lead to the same file. Do not remove any of them."
        })
    }
  })

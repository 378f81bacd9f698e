import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import { bytesOfPath } from "../../catalog/items/source.ts"
import { pathHash } from "../../catalog/files/PathHashes.ts"
import { joinBytes } from "@media/disk/OpenFolder"
import { fileCall, NoAnswer } from "@media/disk/FileCalls"
import { adjacentNames } from "./adjacent.ts"
import type { TrashCommand } from "./decider.ts"
import { locationOf, reasonOf, requireMovable, type DiskLocation } from "./disk.ts"
import { FileNotMovable } from "../../catalog/items/errors.ts"

export const removedColumns =
  "v.id, v.kind, v.library_id, f.root_id, r.path as root_path, f.path, f.path_bytes, f.is_present, f.is_folder, f.size_bytes, f.mtime_ms"

/** Columns of an item that is about to be removed. */
export const Removed = Schema.Struct({
  id: Schema.String,
  kind: ItemKind,
  library_id: Schema.String,
  root_id: Schema.String,
  root_path: Schema.String,
  path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  is_present: Schema.Boolean,
  is_folder: Schema.Boolean,
  size_bytes: Schema.NullOr(Schema.Number),
  mtime_ms: Schema.NullOr(Schema.Number)
})

const Present = Schema.Struct({ path_hash: Schema.Any })

/** Returns those of the `names` in the item's folder that are the files of other items. */
const itemsAmong = (rootId: string, location: DiskLocation, names: ReadonlyArray<Buffer>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const hashes = new Map(
      names.map((name) => [
        pathHash(joinBytes(location.folder, name)).toString("hex"),
        name.toString("latin1")
      ])
    )
    const wanted = [...hashes.keys()].map((hash) => Buffer.from(hash, "hex"))
    const rows = yield* rowsOf(Present)(sql`
      select path_hash from item_files where root_id = ${rootId} and path_hash = any(${wanted}) and is_present and not is_folder`)
    return new Set(rows.map(({ path_hash }) => hashes.get((path_hash as Buffer).toString("hex"))))
  })

/** Returns the names of an item's file and its adjacent files. Fails with the reason if the file cannot be moved. */
const filesOf = (row: typeof Removed.Type, location: DiskLocation) =>
  Effect.gen(function* () {
    const names = yield* fileCall(() =>
      requireMovable(location, { size: row.size_bytes ?? -1, mtimeMs: row.mtime_ms ?? -1 })
    ).pipe(
      Effect.mapError(
        (cause) =>
          new FileNotMovable({
            reason:
              reasonOf(cause) ??
              (cause instanceof NoAnswer
                ? "The folder of the file does not respond. Is its disk connected?"
                : "The file cannot be moved to the trash.")
          })
      )
    )
    // The names of adjacent files begin with the name of the item's file. Look up only such names in the database,
    // because a folder may contain 100,000 files.
    const file = location.name.toString("latin1")
    const stem = file.replace(/\.[^.]+$/s, "")
    const alike = names.filter((name) => name.toString("latin1").startsWith(stem))
    const items = yield* itemsAmong(row.root_id, location, alike)
    const adjacent = adjacentNames(
      file,
      row.kind,
      alike.map((name) => name.toString("latin1")),
      (name) => items.has(name)
    )
    return [file, ...adjacent].map((name) => Buffer.from(name, "latin1").toString("base64"))
  })

/**
 * Returns the command that moves an item to the trash. If `withFile` is false, the item's files stay where they are.
 */
export const removalOf = (row: typeof Removed.Type, withFile: boolean) =>
  Effect.gen(function* () {
    const relative = bytesOfPath(row)
    if (row.is_folder && withFile)
      return yield* new FileNotMovable({
        reason:
          "The server does not move whole folders to the trash. Remove the images, or remove the gallery and keep its files."
      })
    // A missing item has no file to move, so only its rows are deleted.
    const isMoving = withFile && row.is_present
    const files = isMoving ? yield* filesOf(row, locationOf(row.root_path, relative)) : []
    return {
      _tag: "Trash",
      libraryId: row.library_id,
      rootId: row.root_id,
      path: row.path,
      pathBytes: relative.toString("base64"),
      withFile: isMoving,
      files
    } satisfies TrashCommand
  })

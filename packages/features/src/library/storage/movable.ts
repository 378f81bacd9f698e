import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bytesOfPath } from "../../catalog/items/source.ts"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import type { Known, MediaLocation } from "./adjacent.ts"

const Row = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  root_id: Schema.String,
  root_path: Schema.String,
  path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  size_bytes: Schema.Number,
  mtime_ms: Schema.Number,
  versions: Schema.Array(Schema.NullOr(Schema.String))
})

/** An item, its media file, and the versions of its current generated files. */
export interface Movable {
  readonly id: string
  readonly isVideo: boolean
  readonly rootId: string
  readonly location: MediaLocation
  readonly known: Known
  readonly versions: ReadonlySet<string>
}

/** Returns the items whose generated files may be stored next to their media. Items in the trash are not included. */
export const movableOf = Effect.fn("storage.movable")(function* (ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, v.kind, f.root_id, r.path as root_path, f.path, f.path_bytes, f.size_bytes, f.mtime_ms,
      jsonb_build_array(p.version, case when w.is_complete then w.version end, w.clip_version) as versions
    from items v join item_files f on f.item_id = v.id join library_roots r on r.id = f.root_id
      left join item_pictures p on p.item_id = v.id left join video_previews w on w.item_id = v.id
    where v.id = any(${ids as Array<string>}::uuid[]) and v.library_id <> ${TRASH_LIBRARY}`)
  return new Map(
    rows.map((row): [string, Movable] => [
      row.id,
      {
        id: row.id,
        isVideo: row.kind === "video",
        rootId: row.root_id,
        location: { root: row.root_path, path: bytesOfPath(row) },
        known: { size: row.size_bytes, mtimeMs: row.mtime_ms },
        versions: new Set(row.versions.filter((version) => version !== null))
      }
    ])
  )
})

import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import { bytesOfPath } from "../items/source.ts"
import { TRASH_LIBRARY } from "../items/ids.ts"
import { keyOf, pathHash } from "./PathHashes.ts"

const EntityRow = Schema.Struct({
  id: Schema.String,
  kind: ItemKind,
  version: Schema.Number,
  is_present: Schema.Boolean,
  root_id: Schema.String,
  path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  size_bytes: Schema.Number,
  mtime_ms: Schema.Number
})

/** The fields of an item that the scan needs, with the version of the item's event stream. */
export interface Entity {
  readonly id: string
  readonly kind: ItemKind
  readonly version: number
  readonly isMissing: boolean
  readonly rootId: string
  readonly relative: Buffer
  readonly size: number
  readonly mtimeMs: number
}

const toEntity = (row: typeof EntityRow.Type): Entity => ({
  id: row.id,
  kind: row.kind,
  version: row.version,
  isMissing: !row.is_present,
  rootId: row.root_id,
  relative: bytesOfPath(row),
  size: row.size_bytes,
  mtimeMs: row.mtime_ms
})

// Read the version from the event log. A version column in `items` would be updated by every event about a file. These
// updates would slow down lists, because lists read `items`.
const columns = `v.id, v.kind, (select max(e.version) from events e where e.stream_id = v.id) as version,
  f.is_present, f.root_id, f.path, f.path_bytes, f.size_bytes, f.mtime_ms`
const tables = "item_files f join items v on v.id = f.item_id"

/** Loads items by id. Items in the trash are omitted, because a scan must not change them. */
export const entitiesOf = Effect.fn("scan.entitiesOf")(function* (ids: ReadonlyArray<string>) {
  if (ids.length === 0) return new Map<string, Entity>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(EntityRow)(sql`
    select ${sql.literal(columns)} from ${sql.literal(tables)} where f.item_id = any(${ids as Array<string>}::uuid[])
      and v.library_id <> ${TRASH_LIBRARY}`)
  return new Map(rows.map((row) => [row.id, toEntity(row)]))
})

/**
 * Returns the present items at these paths, keyed by path key. Scan records are not events and can be lost, whereas
 * items cannot be lost. A path without a record may therefore still belong to an item. Uses the index that allows only
 * one present item per file.
 */
export const livingAt = Effect.fn("scan.livingAt")(function* (rootId: string, paths: ReadonlyArray<Buffer>) {
  if (paths.length === 0) return new Map<string, Entity>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(EntityRow)(sql`
    select ${sql.literal(columns)} from ${sql.literal(tables)}
    where f.root_id = ${rootId} and f.path_hash = any(${paths.map(pathHash)}) and f.is_present and not f.is_folder`)
  return new Map(rows.map((row) => [keyOf(bytesOfPath(row)), toEntity(row)]))
})

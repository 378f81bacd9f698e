import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { keyOf, pathHash } from "./PathHashes.ts"

const EntityRow = Schema.Struct({
  id: Schema.String,
  version: Schema.Number,
  status: Schema.String,
  root_id: Schema.String,
  path_bytes: Schema.Any,
  size_bytes: Schema.Number,
  mtime_ms: Schema.Number
})

/** A video as the scan needs it, whose stream is at this version. */
export interface Entity {
  readonly id: string
  readonly version: number
  readonly isMissing: boolean
  readonly rootId: string
  readonly relative: Buffer
  readonly size: number
  readonly mtimeMs: number
}

const toEntity = (row: typeof EntityRow.Type): Entity => ({
  id: row.id,
  version: row.version,
  isMissing: row.status === "missing",
  rootId: row.root_id,
  relative: row.path_bytes as Buffer,
  size: row.size_bytes,
  mtimeMs: row.mtime_ms
})

const columns = "id, version, status, root_id, path_bytes, size_bytes, mtime_ms"

/** By id. */
export const entitiesOf = Effect.fn("scan.entitiesOf")(function* (ids: ReadonlyArray<string>) {
  if (ids.length === 0) return new Map<string, Entity>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(EntityRow)(sql`
    select ${sql.literal(columns)} from videos where id = any(${ids as Array<string>}::uuid[])`)
  return new Map(rows.map((row) => [row.id, toEntity(row)]))
})

/**
 * Living entities at these paths, by key of the path. Notes can be lost (they are no events), entities cannot: a path
 * without a note may still stand for one. Uses the index that allows one living row for each file.
 */
export const livingAt = Effect.fn("scan.livingAt")(function* (rootId: string, paths: ReadonlyArray<Buffer>) {
  if (paths.length === 0) return new Map<string, Entity>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(EntityRow)(sql`
    select ${sql.literal(columns)} from videos
    where root_id = ${rootId} and substr(sha256(path_bytes), 1, 16) = any(${paths.map(pathHash) as never})
      and status <> 'missing'`)
  return new Map(rows.map((row) => [keyOf(row.path_bytes as Buffer), toEntity(row)]))
})

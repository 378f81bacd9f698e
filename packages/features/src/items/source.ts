import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { QueryCache } from "@media/pg/QueryCache"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { accessKey, visibleTo } from "../visibility/Visibility.ts"
import { ItemStatus } from "./contract.ts"
import type { ItemKind } from "./kinds.ts"

/** Columns of `items v join item_files f join library_roots r` that say where an item's bytes are. */
export const sourceColumns = `v.id, v.library_id, f.root_id, v.title, f.path, r.path as root_path, f.path_bytes, f.size_bytes, f.mtime_ms, v.status, f.failure, f.is_failure_passing`
export const sourceTables = `items v join item_files f on f.item_id = v.id join library_roots r on r.id = f.root_id`

export const sourceRowFields = {
  id: Schema.String,
  library_id: Schema.String,
  root_id: Schema.String,
  title: Schema.String,
  path: Schema.String,
  root_path: Schema.String,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  size_bytes: Schema.Number,
  mtime_ms: Schema.Number,
  status: ItemStatus,
  failure: Schema.NullOr(Schema.String),
  is_failure_passing: Schema.Boolean
}
const SourceRow = Schema.Struct(sourceRowFields)

/** An item's file for those who open it. */
export interface ItemSource {
  readonly id: string
  readonly libraryId: string
  readonly root: { readonly id: string; readonly path: string }
  readonly title: string
  /** Relative, for people. */
  readonly label: string
  /** Absolute, in the bytes of the file system. */
  readonly file: Buffer
  readonly size: number
  readonly mtimeMs: number
  readonly status: ItemStatus
  readonly failure: string | null
  /** See `itemDetailFields.isFailurePassing`. */
  readonly isFailurePassing: boolean
}

/** The bytes of a path, which are stored only where they are not the UTF-8 of what people read. */
export const bytesOfPath = (row: {
  readonly path: string
  readonly path_bytes: Uint8Array | null
}): Buffer => (row.path_bytes === null ? Buffer.from(row.path) : Buffer.from(row.path_bytes))

export const toItemSource = (row: typeof SourceRow.Type): ItemSource => ({
  id: row.id,
  libraryId: row.library_id,
  root: { id: row.root_id, path: row.root_path },
  title: row.title,
  label: row.path,
  file: Buffer.concat([Buffer.from(row.root_path), Buffer.from("/"), bytesOfPath(row)]),
  size: row.size_bytes,
  mtimeMs: row.mtime_ms,
  status: row.status,
  failure: row.failure,
  isFailurePassing: row.is_failure_passing
})

const visibleSource = Effect.fn("items.visibleSource")(function* (
  principal: Principal,
  kind: ItemKind,
  id: string
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const row = yield* rowOf(SourceRow)(sql`
    select ${sql.literal(sourceColumns)} from ${sql.literal(sourceTables)}
    where v.id = ${id} and v.kind = ${sql.literal(`'${kind}'`)} and ${visibility.items("v")}`)
  return Option.map(row, toItemSource)
})

/** The file of an item of this kind that the caller may see; none otherwise, whatever the reason. Cached. */
export const sourceOf = (principal: Principal, kind: ItemKind, id: string) =>
  isUuid(id)
    ? Effect.flatMap(QueryCache, (cache) =>
        cache.get(
          "sources",
          `${kind} file ${id} ${accessKey(principal)}`,
          Effect.suspend(() => visibleSource(principal, kind, id))
        )
      )
    : Effect.succeed(Option.none<ItemSource>())

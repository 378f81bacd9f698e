import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { isUuid } from "@media/kernel/Ids"
import { QueryCache } from "@media/pg/QueryCache"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { accessKey, visibleTo } from "../../platform/visibility/Visibility.ts"
import { ItemStatus } from "./contract.ts"
import type { ItemKind } from "../../ItemKind.ts"

/** The columns with the location and status of an item's file. The query must select from `sourceTables`. */
export const sourceColumns = `v.id, v.library_id, f.root_id, v.title, f.path, r.path as root_path, f.path_bytes, f.size_bytes, f.mtime_ms, v.status, f.failure, f.is_failure_passing`
export const sourceTables = `items v join item_files f on f.item_id = v.id and not f.is_folder join library_roots r on r.id = f.root_id`

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

/** The location and status of an item's file. */
export interface ItemSource {
  readonly id: string
  readonly libraryId: string
  readonly root: { readonly id: string; readonly path: string }
  readonly title: string
  /** Path relative to the root, for display. */
  readonly label: string
  /** Absolute path in the file system's bytes. */
  readonly file: Buffer
  readonly size: number
  readonly mtimeMs: number
  readonly status: ItemStatus
  readonly failure: string | null
  /** See `itemDetailFields.isFailurePassing`. */
  readonly isFailurePassing: boolean
}

/**
 * Returns the path in the file system's bytes. The database stores these bytes only if they differ from the UTF-8
 * encoding of the displayed path.
 */
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

/**
 * The query for the location and status of an item's file. The query reads the columns that all kinds have, and
 * possibly additional columns of one kind.
 */
export interface SourceRows<A, I, Source> {
  readonly kind: ItemKind
  readonly row: Schema.Schema<A, I>
  readonly columns: string
  readonly tables: string
  readonly toSource: (row: A) => Source
}

const plainRows = (kind: ItemKind) => ({
  kind,
  row: SourceRow,
  columns: sourceColumns,
  tables: sourceTables,
  toSource: toItemSource
})

const readSource = <A, I, Source>(
  { columns, kind, row, tables, toSource }: SourceRows<A, I, Source>,
  id: string,
  visible: (sql: SqlClient.SqlClient) => Fragment
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowOf(row)(sql`
      select ${sql.literal(columns)} from ${sql.literal(tables)}
      where v.id = ${id} and v.kind = ${sql.literal(`'${kind}'`)} and ${visible(sql)}`)
    return Option.map(found, toSource)
  }).pipe(Effect.withSpan("items.readSource", { attributes: { kind } }))

/**
 * Returns the location and status of an item's file, or none if the item does not exist or the caller may not see it.
 * The result is cached until an item or library changes, because players request many ranges and segments, and the
 * query with all probe results takes 1 ms.
 */
export const visibleSource = <A, I, Source>(
  rows: SourceRows<A, I, Source>,
  principal: Principal,
  id: string
) =>
  isUuid(id)
    ? Effect.flatMap(QueryCache, (cache) =>
        cache.get(
          "sources",
          // The key includes the columns, because the same track may be read with or without its duration.
          `${rows.columns} ${rows.tables} ${rows.kind} ${id} ${accessKey(principal)}`,
          Effect.flatMap(visibleTo(principal), (visibility) =>
            readSource(rows, id, () => visibility.items("v"))
          )
        )
      )
    : Effect.succeed(Option.none<Source>())

/** Reads the location and status of an item's file without a visibility check, for background work. */
export const sourceById = <A, I, Source>(rows: SourceRows<A, I, Source>, id: string) =>
  readSource(rows, id, (sql) => sql.literal("true"))

/** Like `sourceById`, but reads only the columns that all kinds have. */
export const sourceOfKind = (kind: ItemKind, id: string) => sourceById(plainRows(kind), id)

/**
 * Reads the locations and statuses of the files of many items. Reads only the columns that all kinds have. The result
 * is keyed by item id, and unknown items are omitted.
 */
export const sourcesOfKind = (kind: ItemKind, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(SourceRow)(sql`
      select ${sql.literal(sourceColumns)} from ${sql.literal(sourceTables)}
      where v.id = any(${ids as Array<string>}::uuid[]) and v.kind = ${sql.literal(`'${kind}'`)}`)
    return new Map(rows.map((row) => [row.id, toItemSource(row)]))
  }).pipe(Effect.withSpan("items.readSources", { attributes: { kind } }))

/**
 * If the caller may see the item, returns the location and status of the item's file. Reads only the columns that all
 * kinds have.
 */
export const sourceOf = (principal: Principal, kind: ItemKind, id: string) =>
  visibleSource(plainRows(kind), principal, id)

import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Sort } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bounded } from "../../catalog/filters/bounded.ts"
import { escapeLike } from "../../catalog/filters/comparison.ts"
import { readPlainList, wordIn } from "../../catalog/filters/plainList.ts"
import { type Visibility, visibleTo } from "../../platform/visibility/Visibility.ts"
import { type FileSort, ScannedKind, ScanResult } from "./contract.ts"
import { fileFields } from "./fileFields.ts"

const FileRow = Schema.Struct({
  library_id: Schema.String,
  library_name: Schema.String,
  root_id: Schema.String,
  root_path: Schema.String,
  path: Schema.String,
  kind: ScannedKind,
  size_bytes: Schema.NullOr(Schema.Number),
  mtime_ms: Schema.NullOr(Schema.Number),
  scan_result: ScanResult,
  reason: Schema.NullOr(Schema.String),
  entity_type: Schema.NullOr(Schema.String),
  entity_id: Schema.NullOr(Schema.String),
  checked_at: Schema.DateFromSelf
})
const Total = Schema.Struct({ n: Schema.Number })

export interface FilesFilter {
  readonly rootId?: string | undefined
  readonly path?: string | undefined
  readonly scanResult?: typeof ScanResult.Type | undefined
  readonly sort?: typeof FileSort.Type | undefined
  readonly q?: string | undefined
  readonly page: number
  readonly perPage: number
}

const sortColumns = {
  path: "path",
  size: "size_bytes",
  checkedAt: "checked_at",
  scanResult: "scan_result"
} as const

/**
 * Returns the SQL order of the list. Files without a size are last in both directions. A `sort:` in the query replaces
 * the `sort` parameter.
 */
const orderOf = (sort: typeof FileSort.Type = "path", ofQuery: ReadonlyArray<Sort>): string => {
  const own = { field: sort.replace("-", ""), direction: sort.startsWith("-") ? "desc" : "asc" } as const
  return (ofQuery.length === 0 ? [own] : ofQuery)
    .map(
      ({ direction, field }) => `${sortColumns[field as keyof typeof sortColumns]} ${direction} nulls last`
    )
    .join(", ")
}

/**
 * Returns SQL for a CTE `next_to_hidden`. It contains files that do not belong to an item, such as subtitles. Their
 * names would reveal an item that is hidden from the caller. A file is included in two cases:
 * - The file's name starts with the names of one or more items, and the item with the longest of these names is hidden.
 * - The file's name does not start with the name of any item, and all items in the file's folder are hidden.
 */
const filesNextToHidden = (sql: SqlClient.SqlClient, visibility: Visibility) => sql`
  with located as materialized (
    select f.root_id, f.path, regexp_replace(f.path, '/?[^/]*$', '') as folder,
      not coalesce(${visibility.inVisibleLibrary("v")}, false) as is_hidden
    from scanned_files f left join items v on v.id = f.entity_id where f.entity_id is not null
  ), names as materialized (
    select root_id, regexp_replace(path, '[.][^./]*$', '') as name, bool_and(is_hidden) as is_hidden from located group by 1, 2
    union all
    select root_id, folder, true from located where folder <> '' group by 1, 2 having bool_and(is_hidden)
  ), next_to_hidden as materialized (
    select f.root_id, f.path_hash
    from scanned_files f cross join lateral adjacent_names(f.path) b(name)
      join names n on n.root_id = f.root_id and n.name = b.name
    where f.entity_id is null and f.root_id in (select root_id from located where is_hidden)
    group by 1, 2
    having (array_agg(n.is_hidden order by length(n.name) desc, n.is_hidden desc))[1]
  )`

/**
 * Returns a page of the scanned files with their scan results and reasons. The scan result of an indexed file is
 * `failed` if its probe failed. It is `unchanged` if the root was scanned again after the scan that indexed the file.
 * The list and the count exclude the files of items that are hidden from the caller, and adjacent files such as their
 * subtitles.
 */
export const listFiles = Effect.fn("libraries.files")(function* (principal: Principal, filter: FilesFilter) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  // The NSFW flag of a deleted item is unknown, so its file is hidden from callers who do not see NSFW content.
  const isSeen = principal.showNsfw
    ? sql.literal("true")
    : sql`(v.id is not null and ${visibility.inVisibleLibrary("v")}
        or f.entity_id is null and (f.root_id, f.path_hash) not in (select root_id, path_hash from next_to_hidden))`
  const hiddenFiles = principal.showNsfw ? sql.literal("") : filesNextToHidden(sql, visibility)
  const path = filter.path?.replace(/\/+$/, "")
  const shown = sql`
    select l.id as library_id, l.name as library_name, r.id as root_id, r.path as root_path,
           f.path, f.path_hash, f.kind, f.size_bytes, f.mtime_ms, f.entity_type, f.entity_id, f.checked_at,
           case when v.status = 'failed' then i.failure else coalesce(n.problem, f.reason) end as reason,
           case when v.status = 'failed' then 'failed'
                when f.scan_result in ('indexed', 'moved') and s.last_scanned_at > f.checked_at + interval '1 minute'
                  then 'unchanged'
                else f.scan_result end as scan_result
    from scanned_files f
      join library_roots r on r.id = f.root_id
      join libraries l on l.id = r.library_id
      left join items v on v.id = f.entity_id
      left join item_files i on i.item_id = v.id
      left join root_scans s on s.root_id = f.root_id
      left join nfo_files n on n.root_id = f.root_id and n.path_hash = f.path_hash and n.problem is not null
    where ${visibility.libraries("l")} and ${isSeen}
      ${filter.rootId === undefined ? sql.literal("") : sql`and f.root_id = ${filter.rootId}`}
      ${
        path === undefined || path === ""
          ? sql.literal("")
          : sql`and (f.path = ${path} or f.path like ${`${escapeLike(path)}/%`})`
      }`
  const query = yield* readPlainList(principal, filter.q, {
    fields: fileFields,
    words: wordIn(sql, ["path"])
  })
  const ofScanResult =
    filter.scanResult === undefined ? sql.literal("true") : sql`scan_result = ${filter.scanResult}`
  const wanted = sql.and([ofScanResult, query.where])
  const listed = rowsOf(FileRow)(sql`
    ${hiddenFiles} select library_id, library_name, root_id, root_path, path, kind, size_bytes, mtime_ms, scan_result,
           reason, entity_type, entity_id, checked_at
    from (${shown}) shown where ${wanted}
    order by ${sql.literal(orderOf(filter.sort, query.sort))}, path, root_path, path_hash limit ${filter.perPage} offset ${(filter.page - 1) * filter.perPage}`)
  const counted = rowOf(Total)(
    sql`${hiddenFiles} select count(*)::int as n from (${shown}) shown where ${wanted}`
  )
  const read = Effect.all([listed, counted])
  const [items, total] = yield* query.conditions === undefined ? read : bounded(query.conditions, read)
  return {
    items: items.map((row) => ({
      library: { id: row.library_id, name: row.library_name },
      root: { id: row.root_id, path: row.root_path },
      path: row.path,
      kind: row.kind,
      size: row.size_bytes,
      mtime: row.mtime_ms === null ? null : toTimestamp(new Date(row.mtime_ms)),
      scanResult: row.scan_result,
      reason: row.reason,
      entityType: row.entity_type,
      entityId: row.entity_id,
      checkedAt: toTimestamp(row.checked_at)
    })),
    total: Option.match(total, { onNone: () => 0, onSome: ({ n }) => n }),
    page: filter.page,
    perPage: filter.perPage
  }
})

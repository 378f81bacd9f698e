import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import { displayPath } from "@media/disk/DisplayPath"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { TrashEntry } from "../../catalog/items/trashEntry.ts"
import { KEPT_DAYS } from "../../catalog/items/ids.ts"

const Row = Schema.Struct({
  id: Schema.String,
  kind: ItemKind,
  title: Schema.String,
  libraryId: Schema.String,
  libraryName: Schema.String,
  rootId: Schema.String,
  rootPath: Schema.String,
  path: Schema.String,
  pathBytes: Schema.Uint8ArrayFromSelf,
  size: Schema.Number,
  withFile: Schema.Boolean,
  state: Schema.String,
  files: Schema.Array(Schema.String),
  removedAt: Schema.DateFromSelf,
  removedBy: Schema.NullOr(Schema.String)
})
const Count = Schema.Struct({ n: Schema.Number })

const columns = `t.item_id as id, v.kind, v.title, t.library_id as "libraryId", l.name as "libraryName",
  t.root_id as "rootId", r.path as "rootPath", t.path, t.path_bytes as "pathBytes", coalesce(v.size_bytes, 0) as size,
  t.with_file as "withFile", t.state, t.files, t.removed_at as "removedAt", a.display_name as "removedBy"`

/**
 * Returns the SQL `from` clause for the trash entries that the caller may see. Callers who could see an item in its
 * library can also see it in the trash.
 */
const tables = (principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    return sql`trashed_items t join items v on v.id = t.item_id
      join lateral (select t.library_id, v.is_nsfw) h on ${visibility.items("h")}
      join libraries l on l.id = t.library_id join library_roots r on r.id = t.root_id
      left join accounts a on a.id = t.removed_by`
  })

const dayMillis = 86_400_000

const toEntry = (row: typeof Row.Type): TrashEntry => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  library: { id: row.libraryId, name: row.libraryName },
  path: row.path,
  size: row.size,
  withFile: row.withFile,
  isMoving: row.state === "moving" || row.state === "restoring",
  files: row.state === "there" ? row.files.map((name) => displayPath(Buffer.from(name, "base64"))) : [],
  removedAt: toTimestamp(row.removedAt),
  removedBy: row.removedBy,
  expiresAt: toTimestamp(new Date(row.removedAt.getTime() + KEPT_DAYS * dayMillis))
})

/** Returns a page of the items in the trash, most recently removed first. */
export const listTrash = Effect.fn("trash.list")(function* (
  principal: Principal,
  { page, perPage }: { readonly page: number; readonly perPage: number }
) {
  const sql = yield* SqlClient.SqlClient
  const from = yield* tables(principal)
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from ${from} order by t.removed_at desc, t.item_id desc
    limit ${perPage} offset ${(page - 1) * perPage}`)
  const total = yield* rowOf(Count)(sql`select count(*)::int as n from ${from}`)
  return { items: rows.map(toEntry), total: Option.getOrThrow(total).n, page, perPage }
})

const IdRow = Schema.Struct({ id: Schema.String })

/** Returns up to `limit` ids of items that can be permanently deleted now. */
export const purgeable = Effect.fn("trash.purgeable")(function* (principal: Principal, limit: number) {
  const sql = yield* SqlClient.SqlClient
  const from = yield* tables(principal)
  const rows = yield* rowsOf(IdRow)(sql`
    select t.item_id as id from ${from} where t.state in ('there', 'kept') order by t.item_id limit ${limit}`)
  return rows.map(({ id }) => id)
})

/**
 * Returns the database row of one trash entry. Fails with `NotFound` if there is no such entry or the caller may not
 * see it.
 */
export const entryFor = Effect.fn("trash.entryFor")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "item" })
  const sql = yield* SqlClient.SqlClient
  const from = yield* tables(principal)
  const row = yield* rowOf(Row)(sql`select ${sql.literal(columns)} from ${from} where t.item_id = ${id}`)
  return Option.isSome(row) ? row.value : yield* new NotFound({ what: "item" })
})

/** Returns one trash entry as an API object. Fails like `entryFor`. */
export const trashEntry = (principal: Principal, id: string) => Effect.map(entryFor(principal, id), toEntry)

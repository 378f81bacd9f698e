import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../visibility/Visibility.ts"
import { ItemStatus, type TimedItemFilter } from "./contract.ts"
import type { ItemKind } from "./kinds.ts"
import { itemPage } from "./page.ts"

/** Columns of a list row of any kind, by the aliases of `from` below. */
export const summaryColumns = {
  id: Schema.String,
  title: Schema.String,
  status: ItemStatus,
  is_nsfw: Schema.Boolean,
  is_organized: Schema.Boolean,
  library_id: Schema.String,
  date: Schema.NullOr(Schema.String),
  rating: Schema.NullOr(Schema.Number),
  is_favorite: Schema.NullOr(Schema.Boolean),
  size_bytes: Schema.NullOr(Schema.Number),
  created_at: Schema.DateFromSelf,
  updated_at: Schema.DateFromSelf
}
export const detailColumns = {
  sort_title: Schema.String,
  details: Schema.NullOr(Schema.String),
  root_id: Schema.String,
  path: Schema.String,
  failure: Schema.NullOr(Schema.String),
  is_failure_passing: Schema.Boolean,
  edit_version: Schema.Number
}
const SummaryRow = Schema.Struct(summaryColumns)
const DetailRow = Schema.Struct({ ...summaryColumns, ...detailColumns })

/** Which table beside `items` (`v`) a column comes from. */
const aliases: Readonly<Record<string, string>> = {
  rating: "u",
  is_favorite: "u",
  details: "t",
  root_id: "f",
  path: "f",
  failure: "f",
  is_failure_passing: "f"
}

const columnsOf = (fields: object, facts: Readonly<Record<string, unknown>>): string =>
  Object.keys(fields)
    .map((name) => `${name in facts ? "k" : (aliases[name] ?? "v")}.${name}`)
    .join(", ")

export const toItemSummary = (row: typeof SummaryRow.Type) => ({
  id: row.id,
  title: row.title,
  status: row.status,
  isMissing: row.status === "missing",
  isNsfw: row.is_nsfw,
  isOrganized: row.is_organized,
  libraryId: row.library_id,
  date: row.date,
  rating: row.rating,
  isFavorite: row.is_favorite ?? false,
  size: row.size_bytes ?? 0,
  createdAt: toTimestamp(row.created_at),
  updatedAt: toTimestamp(row.updated_at)
})

export const toItemDetail = (row: typeof DetailRow.Type) => ({
  ...toItemSummary(row),
  sortTitle: row.sort_title,
  details: row.details,
  rootId: row.root_id,
  path: row.path,
  failure: row.failure,
  isFailurePassing: row.is_failure_passing,
  version: row.edit_version
})

/** What a kind reads beside the columns of every item: more of `items`, and its table of facts. */
export interface KindRows<A, I> {
  readonly kind: ItemKind
  /** Everything selected, with the columns of every item. */
  readonly row: Schema.Schema<A, I> & { readonly fields: Schema.Struct.Fields }
  /** The table of facts, joined by `item_id`, and which columns are its own. */
  readonly facts?: { readonly table: string; readonly columns: Readonly<Record<string, unknown>> }
}

const factsJoin = (facts: { readonly table: string } | undefined): string =>
  facts === undefined ? "" : `left join ${facts.table} k on k.item_id = v.id`

/** A page of rows of one kind, those the caller may see, and how many there are in all. */
export const listItems = <A, I>(
  principal: Principal,
  { facts, kind, row }: KindRows<A, I>,
  filter: TimedItemFilter
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { ids, order, total } = yield* itemPage(principal, kind, filter)
    const rows =
      ids === undefined
        ? []
        : yield* rowsOf(row)(sql`
            with page as materialized (${ids})
            select ${sql.literal(columnsOf(row.fields, facts?.columns ?? {}))}
            from page p join items v on v.id = p.id ${sql.literal(factsJoin(facts))}
              left join user_items u on u.item_id = v.id and u.account_id = ${principal.accountId}
            order by ${order}`)
    return { rows, total, page: filter.page, perPage: filter.perPage }
  }).pipe(Effect.withSpan("items.list", { attributes: { kind } }))

/** One item of this kind, if the caller may see it; hidden answers like unknown. */
export const findItem = <A, I>(principal: Principal, { facts, kind, row }: KindRows<A, I>, id: string) =>
  Effect.gen(function* () {
    if (!isUuid(id)) return yield* new NotFound({ what: kind })
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const found = yield* rowOf(row)(sql`
      select ${sql.literal(columnsOf(row.fields, facts?.columns ?? {}))}
      from items v join item_files f on f.item_id = v.id left join item_texts t on t.item_id = v.id
        ${sql.literal(factsJoin(facts))}
        left join user_items u on u.item_id = v.id and u.account_id = ${principal.accountId}
      where v.id = ${id} and v.kind = ${kind} and ${visibility.items("v")}`)
    return Option.isSome(found) ? found.value : yield* new NotFound({ what: kind })
  }).pipe(Effect.withSpan("items.get", { attributes: { kind } }))

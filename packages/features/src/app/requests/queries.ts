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
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { MediaRequest, ReceivedFilter, ReceivedRequest } from "./contract.ts"

const Row = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  displayName: Schema.String,
  title: Schema.String,
  link: Schema.NullOr(Schema.String),
  words: Schema.NullOr(Schema.String),
  madeAt: Schema.DateFromSelf,
  answer: Schema.NullOr(Schema.Literal("added", "declined")),
  answeredAt: Schema.NullOr(Schema.DateFromSelf),
  reply: Schema.NullOr(Schema.String),
  itemId: Schema.NullOr(Schema.String),
  itemKind: Schema.NullOr(ItemKind),
  itemTitle: Schema.NullOr(Schema.String)
})
type Row = typeof Row.Type
const Count = Schema.Struct({ n: Schema.Number })

const columns = `r.id, r.account_id as "accountId", a.display_name as "displayName", r.title, r.link, r.words,
  r.made_at as "madeAt", r.answer, r.answered_at as "answeredAt", r.reply, v.id as "itemId", v.kind as "itemKind",
  v.title as "itemTitle"`

/**
 * Returns SQL for requests with their accounts. Joins the added item only if the caller may see the item, because some
 * members have no access to the library of the item.
 */
const tables = (principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    return sql`requests r join accounts a on a.id = r.account_id
      left join items v on v.id = r.item_id and ${visibility.items("v")}`
  })

const toRequest = (row: Row): MediaRequest => {
  const { answer, answeredAt, itemId, itemKind, itemTitle, reply } = row
  const item =
    itemId === null || itemKind === null || itemTitle === null
      ? null
      : { id: itemId, kind: itemKind, title: itemTitle }
  return {
    id: row.id,
    title: row.title,
    link: row.link,
    words: row.words,
    madeAt: toTimestamp(row.madeAt),
    answer:
      answer === null || answeredAt === null ? null : { answer, at: toTimestamp(answeredAt), reply, item }
  }
}
const toReceived = (row: Row): ReceivedRequest => ({
  ...toRequest(row),
  account: { id: row.accountId, displayName: row.displayName }
})

interface Paging {
  readonly page: number
  readonly perPage: number
}

/** Lists the caller's own requests, newest first. */
export const listRequests = Effect.fn("requests.list")(function* (
  principal: Principal,
  { page, perPage }: Paging
) {
  const sql = yield* SqlClient.SqlClient
  const own = sql`r.account_id = ${principal.accountId}`
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from ${yield* tables(principal)} where ${own}
    order by r.made_at desc, r.id limit ${perPage} offset ${(page - 1) * perPage}`)
  const counted = yield* rowOf(Count)(sql`select count(*)::int as n from requests r where ${own}`)
  return { items: rows.map(toRequest), total: Option.getOrThrow(counted).n, page, perPage }
})

/**
 * Lists the requests of all accounts: open requests with the oldest first, or answered requests with the latest answer
 * first.
 */
export const listReceived = Effect.fn("requests.listReceived")(function* (
  principal: Principal,
  { page, perPage, state }: ReceivedFilter
) {
  const sql = yield* SqlClient.SqlClient
  const [matches, order] =
    state === "open"
      ? ["r.answered_at is null", "r.made_at, r.id"]
      : ["r.answered_at is not null", "r.answered_at desc, r.id"]
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from ${yield* tables(principal)} where ${sql.literal(matches)}
    order by ${sql.literal(order)} limit ${perPage} offset ${(page - 1) * perPage}`)
  const counted = yield* rowOf(Count)(
    sql`select count(*)::int as n from requests r where ${sql.literal(matches)}`
  )
  return { items: rows.map(toReceived), total: Option.getOrThrow(counted).n, page, perPage }
})

const find = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    if (!isUuid(id)) return yield* new NotFound({ what: "request" })
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(Row)(sql`
      select ${sql.literal(columns)} from ${yield* tables(principal)} where r.id = ${id}`)
    return Option.isSome(row) ? row.value : yield* new NotFound({ what: "request" })
  })

/** Returns a request of the caller. Fails with `NotFound` for requests of other accounts, even for administrators. */
export const findRequest = Effect.fn("requests.find")(function* (principal: Principal, id: string) {
  const row = yield* find(principal, id)
  if (row.accountId !== principal.accountId) return yield* new NotFound({ what: "request" })
  return toRequest(row)
})

/** Returns a request of any account, for administrators. */
export const findReceived = Effect.fn("requests.findReceived")(function* (principal: Principal, id: string) {
  return toReceived(yield* find(principal, id))
})

/** Fails with `NotFound` if the item does not exist or the caller may not see it. */
export const requireItem = Effect.fn("requests.requireItem")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const found = yield* sql`select 1 from items v where v.id = ${id} and ${visibility.items("v")}`
  if (found.length === 0) return yield* new NotFound({ what: "item" })
})

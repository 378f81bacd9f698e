import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf, select } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { View } from "./contract.ts"

const Row = Schema.Struct({
  ...View.omit("isOwn", "createdAt", "updatedAt").fields,
  accountId: Schema.String,
  createdAt: Schema.DateFromSelf,
  updatedAt: Schema.DateFromSelf
})
type Row = typeof Row.Type

/**
 * Returns the condition that the caller may see a view: the caller owns the view, or the view is shared. No other
 * condition limits the visibility of views.
 */
const seenBy = ({ accountId }: Principal) =>
  Effect.map(SqlClient.SqlClient, (sql) => sql`(s.account_id = ${accountId} or s.is_shared)`)

const toView = (principal: Principal, { accountId, createdAt, updatedAt, ...row }: Row): View => ({
  ...row,
  isOwn: accountId === principal.accountId,
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt)
})

/** Lists the visible views. Pinned views come first. Views are then sorted by name. */
export const listViews = Effect.fn("views.list")(function* (
  principal: Principal,
  { page }: { readonly page?: string | undefined }
) {
  const sql = yield* SqlClient.SqlClient
  const ofPage = page === undefined ? sql.literal("true") : sql`s.page = ${page}`
  const rows = yield* rowsOf(Row)(sql`
    select ${select(Row, "s")} from saved_views s where ${yield* seenBy(principal)} and ${ofPage}
    order by s.is_pinned desc, lower(s.name), s.id`)
  return rows.map((row) => toView(principal, row))
})

/** Returns a view that the caller may see, with the id of the account that owns the view. */
export const findView = Effect.fn("views.find")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "view" })
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`
    select ${select(Row, "s")} from saved_views s where s.id = ${id} and ${yield* seenBy(principal)}`)
  if (Option.isNone(row)) return yield* new NotFound({ what: "view" })
  return { view: toView(principal, row.value), ownerId: row.value.accountId }
})

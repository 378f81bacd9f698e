import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BookLocator } from "../../catalog/user-items/contract.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Bookmark } from "./contract.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  fraction: Schema.Number,
  page: Schema.NullOr(Schema.Number),
  locator: Schema.NullOr(BookLocator),
  createdAt: Schema.DateFromSelf
})

/** Fails with `NotFound` if the book does not exist or is hidden from the caller. */
export const requireBook = Effect.fn("bookmarks.requireBook")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "book" })
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const found = yield* sql`
    select 1 from items v where v.id = ${id} and v.kind = 'book' and ${visibility.items("v")}`
  if (found.length === 0) return yield* new NotFound({ what: "book" })
})

/**
 * Returns the caller's bookmarks in a book, sorted by position in the book. The caller must be able to see the book.
 */
export const listBookmarks = Effect.fn("bookmarks.list")(function* (principal: Principal, bookId: string) {
  yield* requireBook(principal, bookId)
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select id, name, fraction, page, locator, created_at as "createdAt" from book_bookmarks
    where account_id = ${principal.accountId} and item_id = ${bookId} order by fraction, id`)
  return rows.map(({ createdAt, ...row }): Bookmark => ({ ...row, createdAt: toTimestamp(createdAt) }))
})

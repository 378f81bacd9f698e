import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedRow } from "@media/event-store/Projection"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import { BookmarkAdded, type BookmarkEvent, BookmarkRenamed } from "./events.ts"

type Projected = BookmarkEvent | typeof LibraryItemsForgotten.Type | typeof AccountDeleted.Type

const AddedRow = Schema.Struct({
  ...BookmarkAdded.omit("_tag", "href", "progression").fields,
  locator: Schema.NullOr(Schema.Struct({ href: Schema.String, progression: Schema.optional(Schema.Number) })),
  at: Schema.DateFromSelf
})

const added = (events: ReadonlyArray<Recorded<typeof BookmarkAdded.Type>>) =>
  recordset(
    AddedRow,
    events.map(({ at, event: { href, progression, ...event } }) => ({
      ...event,
      at,
      locator: href === null ? null : { href, ...(progression === null ? {} : { progression }) }
    }))
  )

/** The bookmarks of existing accounts in existing books, including books that the account cannot see at the moment. */
export const bookmarksProjection = projection<Projected>({
  name: "bookmarks",
  tables: ["book_bookmarks"],
  handlers: {
    "bookmark.added.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into book_bookmarks (id, account_id, item_id, name, fraction, page, locator, created_at)
          select x.bookmark_id, x.account_id, x.item_id, x.name, x.fraction, x.page, nullif(x.locator, 'null'), x.at
          from ${added(events).from}
            join items v on v.id = x.item_id join accounts a on a.id = x.account_id for key share of v, a`
      ),
    "bookmark.renamed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update book_bookmarks b set name = x.name
          from ${recordset(BookmarkRenamed, events.map(recordedRow), { key: [] }).from} where b.id = x.bookmark_id`
      ),
    "bookmark.removed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from book_bookmarks where id = any(${events.map(({ event }) => event.bookmarkId)}::uuid[])`
      ),
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from book_bookmarks where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[])`
      ),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from book_bookmarks where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      )
  }
})

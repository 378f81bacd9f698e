import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import type { BookmarkAdded, BookmarkEvent } from "./events.ts"

type Projected = BookmarkEvent | typeof LibraryItemsForgotten.Type | typeof AccountDeleted.Type

const added = (events: ReadonlyArray<Recorded<typeof BookmarkAdded.Type>>) =>
  JSON.stringify(
    events.map(({ at, event: { href, progression, ...event } }) => ({
      ...event,
      at,
      locator: href === null ? null : { href, ...(progression === null ? {} : { progression }) }
    }))
  )

/** Bookmarks of existing accounts in existing books, whether currently visible or not. */
export const bookmarksProjection = projection<Projected>({
  name: "bookmarks",
  tables: ["book_bookmarks"],
  handlers: {
    "bookmark.added.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into book_bookmarks (id, account_id, item_id, name, fraction, page, locator, created_at)
          select x."bookmarkId", x."accountId", x."itemId", x.name, x.fraction, x.page, nullif(x.locator, 'null'), x.at
          from jsonb_to_recordset(${added(events)}::jsonb)
              as x("bookmarkId" uuid, "accountId" uuid, "itemId" uuid, name text, fraction float8, page int,
                   locator jsonb, at timestamptz)
            join items v on v.id = x."itemId" join accounts a on a.id = x."accountId" for key share of v, a`
      ),
    "bookmark.renamed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update book_bookmarks b set name = x.name
          from jsonb_to_recordset(${JSON.stringify(events.map(({ event }) => event))}::jsonb)
            as x("bookmarkId" uuid, name text)
          where b.id = x."bookmarkId"`
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

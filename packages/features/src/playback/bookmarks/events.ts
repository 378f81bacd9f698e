import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const BookmarkAdded = event("bookmark.added.v1", {
  bookmarkId: Uuid,
  accountId: Uuid,
  itemId: Uuid,
  name: Schema.String,
  /** The position in the book, from 0 to 1. */
  fraction: Schema.Number,
  /** The page, starting at 1. Null if the pages depend on the screen. */
  page: Schema.NullOr(Schema.Int),
  /** The name of the EPUB document in the archive. `progression` is the position in this document, from 0 to 1. */
  href: Schema.NullOr(Schema.String),
  progression: Schema.NullOr(Schema.Number)
})
export const BookmarkRenamed = event("bookmark.renamed.v1", {
  bookmarkId: Uuid,
  accountId: Uuid,
  name: Schema.String
})
export const BookmarkRemoved = event("bookmark.removed.v1", { bookmarkId: Uuid, accountId: Uuid })

export const BookmarkEvent = Schema.Union(BookmarkAdded, BookmarkRenamed, BookmarkRemoved)
export type BookmarkEvent = typeof BookmarkEvent.Type
export const bookmarkEvents = BookmarkEvent.members

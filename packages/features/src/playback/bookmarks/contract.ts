import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { bookKind } from "../../media/books/kind.ts"
import { BookLocator, Share } from "../../catalog/user-items/contract.ts"

/** A position in a book that an account has saved. */
export const Bookmark = Schema.Struct({
  id: Uuid,
  /** The name of the bookmark. Empty if the user gave no name. */
  name: Schema.String,
  /** The position in the book, from 0 to 1. */
  fraction: Schema.Number,
  /** The page in a comic or PDF, starting at 1. */
  page: Schema.NullOr(Schema.Int),
  /** The position in an EPUB. */
  locator: Schema.NullOr(BookLocator),
  createdAt: Timestamp
}).annotations({ identifier: "Bookmark" })
export type Bookmark = typeof Bookmark.Type

const pageBounds = () => "must be a whole number from 1 to 1000000"
export const NewBookmark = Body({
  name: Schema.optional(SafeText(200)),
  fraction: Share,
  page: Schema.optional(
    Schema.NullOr(
      Schema.Number.annotations({ message: pageBounds }).pipe(
        Schema.int({ message: pageBounds }),
        Schema.between(1, 1_000_000, { message: pageBounds })
      )
    )
  ),
  locator: Schema.optional(Schema.NullOr(BookLocator))
})
export type NewBookmark = typeof NewBookmark.Type

const BookmarkPatch = Body({ name: SafeText(200) })

const path = `${bookKind.paths.list}/:id/bookmarks` as const
const bookmarkPath = Schema.Struct({ id: Schema.String, bookmarkId: Schema.String })

/** The caller's own bookmarks, sorted by position in the book. */
export class BookmarksGroup extends HttpApiGroup.make("bookmarks")
  .add(
    HttpApiEndpoint.get("list", path)
      .setPath(idPath)
      .addSuccess(Ok("BookmarksResponse", Schema.Array(Bookmark)))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.post("add", path)
      .setPath(idPath)
      .setPayload(NewBookmark)
      .addSuccess(Ok("AddBookmarkResponse", Bookmark, 201))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.patch("rename", `${path}/:bookmarkId`)
      .setPath(bookmarkPath)
      .setPayload(BookmarkPatch)
      .addSuccess(OkNull)
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.del("remove", `${path}/:bookmarkId`)
      .setPath(bookmarkPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireSession) {}

import { AuthorRole, BookFormat } from "@media/books/BookFacts"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Picture } from "@media/wire/Picture"
import { Fail, Ok, Page } from "@media/wire/Envelope"
import { pageParams, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailInvalid, FailNotFound, FailNotReady } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import {
  itemDetailFields,
  ItemFilter,
  itemGroup,
  itemSummaryFields,
  ofOthers,
  sortBy
} from "../../catalog/items/contract.ts"
import { ListParams } from "../../catalog/items/listParams.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { BookProgress, BookReport } from "../../catalog/user-items/contract.ts"
import { BookUnavailable } from "./errors.ts"
import { bookKind } from "./kind.ts"

export const BookAuthorRef = Schema.Struct({ id: Uuid, name: Schema.String, role: AuthorRole }).annotations({
  identifier: "BookAuthorRef"
})

export const BookSeriesRef = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** 1.5 is a volume between the first and the second. */
  number: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "BookSeriesRef" })

const listFields = {
  ...itemSummaryFields,
  kind: Schema.Literal("book"),
  /** Null until the file was read. */
  format: Schema.NullOr(BookFormat),
  /** Number of pictures of a comic or pages of a PDF, in which reading progress is counted. */
  pages: Schema.NullOr(Schema.Int),
  authors: Schema.Array(BookAuthorRef),
  series: Schema.NullOr(BookSeriesRef),
  /** A BCP 47 tag. */
  language: Schema.NullOr(Schema.String),
  publisher: Schema.NullOr(Schema.String)
}

export const BookSummary = Schema.Struct(listFields).annotations({ identifier: "BookSummary" })
export type BookSummary = typeof BookSummary.Type

export const Book = Schema.Struct({
  ...listFields,
  ...itemDetailFields,
  isRightToLeft: Schema.Boolean,
  /** True if a seller encrypted the text, so that only their programs open it. */
  isProtected: Schema.Boolean,
  /** The original bytes. */
  sourceUrl: Schema.String
}).annotations({ identifier: "Book" })
export type Book = typeof Book.Type

export const BookFilter = ListParams({
  ...ItemFilter.fields,
  ...ofOthers,
  sort: sortBy("number")
})

export class BooksGroup extends itemGroup("books", {
  name: "Book",
  path: bookKind.paths.list,
  list: HttpApiEndpoint.get("list", bookKind.paths.list)
    .setUrlParams(BookFilter)
    .addSuccess(Page("BooksResponse", BookSummary))
    .addError(FailInvalid)
    .addError(FailTooBroad),
  detail: Book,
  report: BookReport
}) {}

const FailUnavailable = Fail(BookUnavailable, "book_unavailable", 422)

/** The information that a reader needs before it shows a document of an EPUB. */
export const BookOutline = Schema.Struct({
  /** In reading order. */
  documents: Schema.Array(
    Schema.Struct({
      /** Name in the archive; its URL is `/api/books/{id}/resource/` and this name. */
      href: Schema.String,
      /** The share of the book that this document takes; all shares add up to 1. */
      share: Schema.Number,
      /**
       * The side of its page in a two-page spread; `center` if it is shown alone. Null if the book does not state it.
       */
      side: Schema.NullOr(Schema.Literal("left", "right", "center"))
    })
  ),
  /** The table of contents; empty if the book has none. */
  entries: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      href: Schema.String,
      /** A position in the document; empty for its beginning. */
      fragment: Schema.String,
      /** 0 for the top level. */
      depth: Schema.Int
    })
  ),
  isRightToLeft: Schema.Boolean,
  /** True if its documents are pages of a fixed size. */
  isFixedLayout: Schema.Boolean,
  /** True if they are shown two at a time when there is room. */
  hasSpreads: Schema.Boolean
}).annotations({ identifier: "BookOutline" })
export type BookOutline = typeof BookOutline.Type

export const BookPassage = Schema.Struct({
  /** EPUB: the document; null for a PDF. */
  href: Schema.NullOr(Schema.String),
  /** EPUB: position in the document, 0 to 1. */
  progression: Schema.NullOr(Schema.Number),
  /** PDF: the page, from 1; null for an EPUB. */
  page: Schema.NullOr(Schema.Int),
  before: Schema.String,
  match: Schema.String,
  after: Schema.String
}).annotations({ identifier: "BookPassage" })
export type BookPassage = typeof BookPassage.Type

export const BookPassages = Schema.Struct({
  /** At most a hundred, in the order of the book. */
  passages: Schema.Array(BookPassage),
  /** True if the book was searched to its end and no result was left out. */
  isComplete: Schema.Boolean
}).annotations({ identifier: "BookPassages" })
export type BookPassages = typeof BookPassages.Type

/** The text of a page of a PDF, in the order of the document. */
export const BookPageText = Schema.Struct({
  lines: Schema.Array(
    Schema.Struct({
      text: Schema.String,
      /** Position as a fraction of the page, from its left and top edges. */
      x: Schema.Number,
      y: Schema.Number,
      width: Schema.Number,
      height: Schema.Number
    })
  )
}).annotations({ identifier: "BookPageText" })
export type BookPageText = typeof BookPageText.Type

const pageBounds = () => "must be a whole number from 1 to 100000"
const PageFilter = Schema.Struct({
  /** Starts at 1. */
  page: Schema.NumberFromString.annotations({ message: pageBounds }).pipe(
    Schema.int({ message: pageBounds }),
    Schema.between(1, 100_000, { message: pageBounds })
  )
})

const PassageFilter = Schema.Struct({ q: SafeText(200) })

/** Requests of book readers. */
export class BookReadingGroup extends HttpApiGroup.make("bookReading")
  .add(
    HttpApiEndpoint.get("progress", `${bookKind.paths.list}/:id/progress`)
      .setPath(idPath)
      .addSuccess(Ok("BookProgressResponse", BookProgress))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("outline", `${bookKind.paths.list}/:id/outline`)
      .setPath(idPath)
      .addSuccess(Ok("BookOutlineResponse", BookOutline))
      .addError(FailNotFound)
      .addError(FailNotReady)
      .addError(FailUnavailable)
  )
  .add(
    HttpApiEndpoint.get("passages", `${bookKind.paths.list}/:id/passages`)
      .setPath(idPath)
      .setUrlParams(PassageFilter)
      .addSuccess(Ok("BookPassagesResponse", BookPassages))
      .addError(FailNotFound)
      .addError(FailUnavailable)
      .addError(FailNotReady)
  )
  .add(
    HttpApiEndpoint.get("pageText", `${bookKind.paths.list}/:id/text`)
      .setPath(idPath)
      .setUrlParams(PageFilter)
      .addSuccess(Ok("BookPageTextResponse", BookPageText))
      .addError(FailNotFound)
      .addError(FailUnavailable)
      .addError(FailNotReady)
  )
  .middleware(RequireSession) {}

/** A series or an author, with their books. */
export const BookFacet = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** Number of its books that the caller may see. */
  count: Schema.Int,
  /** The picture of the first of its books that has one. */
  picture: Schema.NullOr(Picture)
}).annotations({ identifier: "BookFacet" })
export type BookFacet = typeof BookFacet.Type

export const BookFacetFilter = Schema.Struct({
  ...pageParams,
  /** Part of the name. */
  q: Schema.optional(SafeText(200)),
  libraryId: Schema.optional(Uuid)
})
export type BookFacetFilter = typeof BookFacetFilter.Type

/** Lists series or authors by name, limited to those of books that the caller may see. */
export class BookFacetsGroup extends HttpApiGroup.make("bookFacets")
  .add(
    HttpApiEndpoint.get("series", "/api/book-series")
      .setUrlParams(BookFacetFilter)
      .addSuccess(Page("BookSeriesResponse", BookFacet))
  )
  .add(
    HttpApiEndpoint.get("authors", "/api/book-authors")
      .setUrlParams(BookFacetFilter)
      .addSuccess(Page("BookAuthorsResponse", BookFacet))
  )
  .middleware(RequireSession) {}

import { AuthorRole, BookFormat } from "@media/books/BookFacts"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Picture } from "@media/wire/Picture"
import { Fail, Ok, Page } from "@media/wire/Envelope"
import { Body, pageParams, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailInvalid, FailNotFound, FailNotReady } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import {
  itemDetailFields,
  ItemFilter,
  itemGroup,
  itemPatchFields,
  itemSummaryFields,
  ofOthers,
  sortBy
} from "../../catalog/items/contract.ts"
import { ListParams } from "../../catalog/items/listParams.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { BookProgress, BookReport } from "../../catalog/user-items/contract.ts"
import { bookRelatedPatch } from "../../catalog/relations/contract.ts"
import { BookUnavailable } from "./errors.ts"
import { bookKind } from "./kind.ts"

export const BookAuthorRef = Schema.Struct({ id: Uuid, name: Schema.String, role: AuthorRole }).annotations({
  identifier: "BookAuthorRef"
})

export const BookSeriesRef = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** The number in the series. 1.5 is between the first and the second volume. */
  number: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "BookSeriesRef" })

const listFields = {
  ...itemSummaryFields,
  kind: Schema.Literal("book"),
  /** Format of the book. Null until the file was read. */
  format: Schema.NullOr(BookFormat),
  /** Number of pictures in a comic or pages in a PDF. Reading progress is counted in these pages. */
  pages: Schema.NullOr(Schema.Int),
  authors: Schema.Array(BookAuthorRef),
  series: Schema.NullOr(BookSeriesRef),
  /** Language of the book, as a BCP 47 tag. */
  language: Schema.NullOr(Schema.String),
  publisher: Schema.NullOr(Schema.String)
}

export const BookSummary = Schema.Struct(listFields).annotations({ identifier: "BookSummary" })
export type BookSummary = typeof BookSummary.Type

export const Book = Schema.Struct({
  ...listFields,
  ...itemDetailFields,
  isRightToLeft: Schema.Boolean,
  /** True if the seller encrypted the text, so that only the seller's programs can open it. */
  isProtected: Schema.Boolean,
  /** URL of the original file. */
  sourceUrl: Schema.String
}).annotations({ identifier: "Book" })
export type Book = typeof Book.Type

export const BookPatch = Body({ ...itemPatchFields, ...bookRelatedPatch })
export type BookPatch = typeof BookPatch.Type

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
  patch: BookPatch,
  report: BookReport
}) {}

const FailUnavailable = Fail(BookUnavailable, "book_unavailable", 422)

/** The structure of an EPUB, which a reading app needs before it can show any of its documents. */
export const BookOutline = Schema.Struct({
  /** The documents in reading order. */
  documents: Schema.Array(
    Schema.Struct({
      /** The name in the archive. The URL is `/api/books/{id}/resource/` followed by this name. */
      href: Schema.String,
      /** The document's share of the book's length. All shares add up to 1. */
      share: Schema.Number,
      /**
       * The side of the page in a two-page spread. `center` means that the page is shown alone. Null if the book does
       * not specify a side.
       */
      side: Schema.NullOr(Schema.Literal("left", "right", "center"))
    })
  ),
  /** The table of contents. Empty if the book has no table of contents. */
  entries: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      href: Schema.String,
      /** The fragment identifier of a position in the document. Empty for the beginning of the document. */
      fragment: Schema.String,
      /** The level in the table of contents, 0 for the top level. */
      depth: Schema.Int
    })
  ),
  isRightToLeft: Schema.Boolean,
  /** True if the documents are pages of a fixed size. */
  isFixedLayout: Schema.Boolean,
  /** True if two pages should be shown side by side when there is room. */
  hasSpreads: Schema.Boolean
}).annotations({ identifier: "BookOutline" })
export type BookOutline = typeof BookOutline.Type

export const BookPassage = Schema.Struct({
  /** The document in an EPUB. Null for a PDF. */
  href: Schema.NullOr(Schema.String),
  /** The position in the document of an EPUB, from 0 to 1. */
  progression: Schema.NullOr(Schema.Number),
  /** The page of a PDF, counted from 1. Null for an EPUB. */
  page: Schema.NullOr(Schema.Int),
  before: Schema.String,
  match: Schema.String,
  after: Schema.String
}).annotations({ identifier: "BookPassage" })
export type BookPassage = typeof BookPassage.Type

export const BookPassages = Schema.Struct({
  /** At most 100 passages, in the order of the book. */
  passages: Schema.Array(BookPassage),
  /** True if the search covered the whole book and omitted no result. */
  isComplete: Schema.Boolean
}).annotations({ identifier: "BookPassages" })
export type BookPassages = typeof BookPassages.Type

/** The text on a page of a PDF, in the order of the document. */
export const BookPageText = Schema.Struct({
  lines: Schema.Array(
    Schema.Struct({
      text: Schema.String,
      /** The position and size as fractions of the page, measured from its left and top edges. */
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
  /** The page number, counted from 1. */
  page: Schema.NumberFromString.annotations({ message: pageBounds }).pipe(
    Schema.int({ message: pageBounds }),
    Schema.between(1, 100_000, { message: pageBounds })
  )
})

const PassageFilter = Schema.Struct({ q: SafeText(200) })

/** Routes for reading a book: progress, EPUB outline, full-text search and the text of PDF pages. */
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

/** A series of books. */
export const BookFacet = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** The number of books that the caller may see. */
  count: Schema.Int,
  /** The picture of the first book that has a picture. */
  picture: Schema.NullOr(Picture)
}).annotations({ identifier: "BookFacet" })
export type BookFacet = typeof BookFacet.Type

export const BookFacetFilter = Schema.Struct({
  ...pageParams,
  /** Text that the name must contain. */
  q: Schema.optional(SafeText(200)),
  libraryId: Schema.optional(Uuid)
})
export type BookFacetFilter = typeof BookFacetFilter.Type

/** Lists the series of the books that the caller may see, sorted by name. */
export class BookFacetsGroup extends HttpApiGroup.make("bookFacets")
  .add(
    HttpApiEndpoint.get("series", "/api/book-series")
      .setUrlParams(BookFacetFilter)
      .addSuccess(Page("BookSeriesResponse", BookFacet))
  )
  .middleware(RequireSession) {}

import { AuthorRole, BookFormat } from "@media/books/BookFacts"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { authorsExpression } from "../../catalog/relations/authors.ts"
import { detailRow, findItem, listItems, summaryRow, toWire } from "../../catalog/items/queries.ts"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { bytesUrl } from "../../MediaKind.ts"
import type { Book, BookSummary } from "./contract.ts"
import { bookKind } from "./kind.ts"

const Author = Schema.Struct({ id: Schema.String, name: Schema.String, role: AuthorRole })

const ownSummary = {
  format: Schema.NullOr(BookFormat),
  pages: Schema.NullOr(Schema.Number),
  authors: Schema.Array(Author),
  seriesId: Schema.NullOr(Schema.String),
  seriesName: Schema.NullOr(Schema.String),
  seriesNumber: Schema.NullOr(Schema.Number),
  language: Schema.NullOr(Schema.String),
  publisher: Schema.NullOr(Schema.String)
}
const own = (principal: Principal) => ({
  kind: "book" as const,
  facts: "book_facts",
  expressions: {
    format: "k.format",
    pages: "k.pages",
    authors: authorsExpression(principal, AuthorRole.literals),
    seriesId: "k.series_id",
    seriesName: "k.series",
    seriesNumber: "k.series_number",
    language: "k.language",
    publisher: "k.publisher"
  }
})
const SummaryRow = Schema.Struct({ ...summaryRow, ...ownSummary })
const detailRows = (principal: Principal) => ({
  ...own(principal),
  expressions: {
    ...own(principal).expressions,
    isRightToLeft: "coalesce(k.is_right_to_left, false)",
    isProtected: "coalesce(k.is_protected, false)"
  },
  row: Schema.Struct({
    ...detailRow,
    ...ownSummary,
    isRightToLeft: Schema.Boolean,
    isProtected: Schema.Boolean
  })
})

const toBook = <Row extends typeof SummaryRow.Type>({ seriesId, seriesName, seriesNumber, ...row }: Row) => ({
  ...toWire(row),
  kind: "book" as const,
  series:
    seriesId === null || seriesName === null ? null : { id: seriesId, name: seriesName, number: seriesNumber }
})

/** Returns a page of the books that the caller may see, with the total number. */
export const listBooks = (principal: Principal, filter: ListFilter) =>
  Effect.map(listItems(principal, { ...own(principal), row: SummaryRow }, filter), (page) => ({
    ...page,
    items: page.items.map((row): BookSummary => toBook(row))
  }))

export const getBook = (principal: Principal, id: string) =>
  Effect.map(findItem(principal, detailRows(principal), id), (row): Book => ({
    ...toBook(row),
    sourceUrl: bytesUrl(bookKind, row.id)
  }))

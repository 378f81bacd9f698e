import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import { listBookSeries } from "../../media/books/facets.ts"
import { findAuthor, listAuthors } from "./authors.ts"
import { catalogBooks } from "./books.ts"
import { type Asked, limitOf } from "./catalog.ts"
import { type Door, type Listing, NEVER, type Paged } from "./listing.ts"

const facetTitles = { series: "Series", authors: "Authors" } as const
type BookFacetKind = keyof typeof facetTitles
interface BookFacet extends Required<Pick<Door, "id" | "count" | "bookId">> {
  readonly name: string
}
const countOf = (count: number): string => (count === 1 ? "1 book" : `${count} books`)

const facetDoor = (what: BookFacetKind, { bookId, count, id, name }: BookFacet): Door => ({
  id: `${what}:${id}`,
  title: name,
  path: `/${what}/${id}`,
  about: countOf(count ?? 0),
  kind: "acquisition",
  count: count ?? 0,
  bookId
})

const facetsListing = (
  asked: Asked,
  kind: BookFacetKind,
  facets: ReadonlyArray<BookFacet>,
  paged: Paged
): Listing => ({
  title: facetTitles[kind],
  id: kind,
  up: "",
  kind: "navigation",
  updated: [NEVER],
  paged,
  query: limitOf(asked),
  doors: facets.map((facet) => facetDoor(kind, facet))
})

export const bookSeriesListing = (asked: Asked) =>
  Effect.map(
    listBookSeries(asked.principal, { page: asked.page, perPage: asked.perPage }),
    ({ items, page, perPage, total }) =>
      facetsListing(
        asked,
        "series",
        items.map(({ picture, ...series }) => ({
          ...series,
          // The picture belongs to one of the books. Its URL contains the id of this book.
          bookId: /^\/api\/books\/([^/]+)\//.exec(picture?.url ?? "")?.[1]
        })),
        { page, perPage, total }
      )
  )

export const authorsListing = (asked: Asked) =>
  Effect.map(listAuthors(asked.principal, asked), ({ authors, paged }) =>
    facetsListing(
      asked,
      "authors",
      authors.map(({ bookId, ...author }) => ({ ...author, bookId: bookId ?? undefined })),
      paged
    )
  )

/** Lists the books of a series in order. Fails with `NotFound` if the caller cannot see any of these books. */
export const booksOfSeriesListing = (asked: Asked, id: string) =>
  Effect.gen(function* () {
    if (!isUuid(id)) return yield* new NotFound({ what: "page" })
    const of = { bookSeriesId: id, sort: "number" } as const
    const found = yield* catalogBooks(asked.principal, asked, of)
    // A page after the last page is empty, but still needs the name of the series.
    const first =
      found.books[0] ??
      (found.paged.total > 0
        ? (yield* catalogBooks(asked.principal, { page: 1, perPage: 1 }, of)).books[0]
        : undefined)
    if (first === undefined) return yield* new NotFound({ what: "page" })
    return {
      ...found,
      title: first.book.series?.name ?? facetTitles.series,
      id: `series:${id}`,
      kind: "acquisition",
      up: "/series",
      query: limitOf(asked)
    } satisfies Listing
  })

/** Lists the books of an author by title. Fails with `NotFound` if the caller cannot see the author. */
export const booksOfAuthorListing = (asked: Asked, id: string) =>
  Effect.gen(function* () {
    const author = yield* findAuthor(asked.principal, id)
    const found = yield* catalogBooks(asked.principal, asked, { authorId: author.id })
    return {
      ...found,
      title: author.name,
      id: `authors:${author.id}`,
      kind: "acquisition",
      up: "/authors",
      query: limitOf(asked)
    } satisfies Listing
  })

import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import type { BookFacet } from "../../media/books/contract.ts"
import { listBookFacets, type BookFacetKind } from "../../media/books/facets.ts"
import { catalogBooks } from "./books.ts"
import { type Asked, limitOf } from "./catalog.ts"
import { type Door, type Listing, NEVER } from "./listing.ts"

const facetTitles = { series: "Series", authors: "Authors" } as const
const countOf = (count: number): string => (count === 1 ? "1 book" : `${count} books`)

const facetDoor = (what: BookFacetKind, { count, id, name, picture }: BookFacet): Door => ({
  id: `${what}:${id}`,
  title: name,
  path: `/${what}/${id}`,
  about: countOf(count),
  kind: "acquisition",
  count,
  // The picture belongs to one of the books. Its URL contains the id of this book.
  bookId: /^\/api\/books\/([^/]+)\//.exec(picture?.url ?? "")?.[1]
})

export const bookFacetsListing = (asked: Asked, kind: BookFacetKind) =>
  Effect.map(
    listBookFacets(asked.principal, kind, { page: asked.page, perPage: asked.perPage }),
    ({ items, page, perPage, total }): Listing => ({
      title: facetTitles[kind],
      id: kind,
      up: "",
      kind: "navigation",
      updated: [NEVER],
      paged: { page, perPage, total },
      query: limitOf(asked),
      doors: items.map((facet) => facetDoor(kind, facet))
    })
  )

/**
 * Lists the books of a series in order, or the books of an author by title. Fails with `NotFound` if the caller cannot
 * see any of these books.
 */
export const bookFacetListing = (asked: Asked, kind: BookFacetKind, id: string) =>
  Effect.gen(function* () {
    if (!isUuid(id)) return yield* new NotFound({ what: "page" })
    const of = kind === "series" ? ({ bookSeriesId: id, sort: "number" } as const) : { authorId: id }
    const found = yield* catalogBooks(asked.principal, asked, of)
    // A page after the last page is empty, but still needs the name of the series or author.
    const first =
      found.books[0] ??
      (found.paged.total > 0
        ? (yield* catalogBooks(asked.principal, { page: 1, perPage: 1 }, of)).books[0]
        : undefined)
    if (first === undefined) return yield* new NotFound({ what: "page" })
    const title =
      kind === "series"
        ? first.book.series?.name
        : first.book.authors.find((author) => author.id === id)?.name
    return {
      ...found,
      title: title ?? facetTitles[kind],
      id: `${kind}:${id}`,
      kind: "acquisition",
      up: `/${kind}`,
      query: limitOf(asked)
    } satisfies Listing
  })

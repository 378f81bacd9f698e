import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { BookShelf } from "../books/contract.ts"
import { listShelves, type ShelfKind } from "../books/shelves.ts"
import { getLibrary, listLibraries } from "../libraries/queries.ts"
import type { Library } from "../libraries/contract.ts"
import { rels } from "./addresses.ts"
import { catalogBooks } from "./books.ts"
import { choicesOf } from "./choices.ts"
import { facetsOf, filterOf, narrowedBy, queryOf } from "./facets.ts"
import { type Door, type Listing, NEVER, type Paged, type Place } from "./listing.ts"

/** What a page is asked for. */
export interface Asked extends Place {
  readonly principal: Principal
  /** `https://media.example`. */
  readonly host: string
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

const DOORS = [
  ["recent", "Recently added", "The newest books first", "acquisition", rels.newest],
  ["reading", "Continue reading", "Books you have begun", "acquisition", "subsection"],
  ["books", "All books", "By title", "acquisition", "subsection"],
  ["series", "Series", "Books that belong together", "navigation", "subsection"],
  ["authors", "Authors", "Books by who wrote or drew them", "navigation", "subsection"],
  ["libraries", "Libraries", "As they are kept on the server", "navigation", "subsection"]
] as const

export const startListing: Listing = {
  title: "Media Library",
  id: "start",
  kind: "navigation",
  updated: [NEVER],
  doors: DOORS.map(([path, title, about, kind, rel]) => ({
    id: path,
    title,
    path: `/${path}`,
    about,
    kind,
    rel
  }))
}

const limitOf = ({ query }: Asked) => ({ limit: query["limit"] })

export const recentListing = (asked: Asked) =>
  Effect.map(
    catalogBooks(asked.principal, asked, { sort: "createdAt", order: "desc" }),
    (found): Listing => ({
      ...found,
      title: "Recently added",
      id: "recent",
      kind: "acquisition",
      up: "",
      query: limitOf(asked)
    })
  )

export const readingListing = (asked: Asked) =>
  Effect.map(
    catalogBooks(asked.principal, asked, { isInProgress: true, sort: "lastPlayedAt", order: "desc" }),
    (found): Listing => ({
      ...found,
      title: "Continue reading",
      id: "reading",
      kind: "acquisition",
      up: "",
      query: limitOf(asked)
    })
  )

const holdsBooks = ({ contents }: Library): boolean => contents.includes("books")

/** All books, narrowed and ordered as the query says. */
export const booksListing = (asked: Asked) =>
  Effect.gen(function* () {
    const narrowed = narrowedBy(asked.query)
    const found = yield* catalogBooks(asked.principal, asked, filterOf(narrowed))
    return {
      ...found,
      title: "All books",
      id: "books",
      kind: "acquisition",
      up: "",
      query: { ...limitOf(asked), ...queryOf(narrowed) },
      facets: facetsOf(narrowed, yield* choicesOf(asked.principal))
    } satisfies Listing
  })

export const librariesListing = (asked: Asked) =>
  Effect.map(listLibraries(asked.principal), (libraries): Listing => ({
    title: "Libraries",
    id: "libraries",
    up: "",
    kind: "navigation",
    updated: libraries.map(({ createdAt }) => createdAt),
    doors: libraries.filter(holdsBooks).map(({ id, name }) => ({
      id: `libraries:${id}`,
      title: name,
      path: `/libraries/${id}`,
      about: "A library of books",
      kind: "acquisition" as const
    }))
  }))

export const libraryListing = (asked: Asked, id: string) =>
  Effect.gen(function* () {
    const library = yield* getLibrary(asked.principal, id)
    const narrowed = { ...narrowedBy(asked.query), libraryId: undefined }
    const filter = { ...filterOf(narrowed), libraryId: library.id }
    const found = yield* catalogBooks(asked.principal, asked, filter)
    return {
      ...found,
      title: library.name,
      id: `libraries:${id}`,
      kind: "acquisition",
      up: "/libraries",
      query: { ...limitOf(asked), ...queryOf(narrowed) },
      facets: facetsOf(narrowed, yield* choicesOf(asked.principal), { isOfLibrary: true })
    } satisfies Listing
  })

const shelfTitles = { series: "Series", authors: "Authors" } as const
const countOf = (count: number): string => (count === 1 ? "1 book" : `${count} books`)

const shelfDoor = (what: ShelfKind, { count, id, name, picture }: BookShelf): Door => ({
  id: `${what}:${id}`,
  title: name,
  path: `/${what}/${id}`,
  about: countOf(count),
  kind: "acquisition",
  count,
  // Its address names the book that lends it.
  bookId: /^\/api\/books\/([^/]+)\//.exec(picture?.url ?? "")?.[1]
})

export const shelvesListing = (asked: Asked, kind: ShelfKind) =>
  Effect.map(
    listShelves(asked.principal, kind, { page: asked.page, perPage: asked.perPage }),
    ({ items, page, perPage, total }): Listing => ({
      title: shelfTitles[kind],
      id: kind,
      up: "",
      kind: "navigation",
      updated: [NEVER],
      paged: { page, perPage, total },
      query: limitOf(asked),
      doors: items.map((shelf) => shelfDoor(kind, shelf))
    })
  )

/** The books of a series in its order, or of an author by title. One that the caller sees no book of is not there. */
export const shelfListing = (asked: Asked, kind: ShelfKind, id: string) =>
  Effect.gen(function* () {
    if (!isUuid(id)) return yield* new NotFound({ what: "page" })
    const of = kind === "series" ? ({ seriesId: id, sort: "number" } as const) : { authorId: id }
    const found = yield* catalogBooks(asked.principal, asked, of)
    // A page beyond the end is one of the shelf still.
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
      title: title ?? shelfTitles[kind],
      id: `${kind}:${id}`,
      kind: "acquisition",
      up: `/${kind}`,
      query: limitOf(asked)
    } satisfies Listing
  })

/** Words of titles, authors and series. */
export const searchListing = (asked: Asked) =>
  Effect.gen(function* () {
    const q = (asked.query["q"] ?? "").replaceAll("\0", "").slice(0, 200).toWellFormed().trim()
    const none = { books: [], paged: { page: 1, perPage: asked.perPage, total: 0 } satisfies Paged }
    const found = q === "" ? none : yield* catalogBooks(asked.principal, asked, { q })
    return {
      ...found,
      title: `Search: ${q}`,
      id: "search",
      kind: "acquisition",
      up: "",
      query: { ...limitOf(asked), q }
    } satisfies Listing
  })

import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { getLibrary, listLibraries } from "../../library/libraries/queries.ts"
import type { Library } from "../../library/libraries/contract.ts"
import { rels } from "./addresses.ts"
import { catalogBooks } from "./books.ts"
import { noneOf, oneBehindOther } from "./behind.ts"
import { catalogComics } from "./comics.ts"
import { choicesOf } from "./choices.ts"
import { facetsOf, filterOf, type Narrowed, narrowedBy, queryOf } from "./facets.ts"
import { readableCollections } from "./readable.ts"
import { type Listing, NEVER, type FeedAddress } from "./listing.ts"

/** A request for a page of the catalog. */
export interface Asked extends FeedAddress {
  readonly principal: Principal
  /** `base` as a full URL, such as `https://media.example`. */
  readonly wholeBase: string
  /** The page number, starting at 1. */
  readonly page: number
  readonly perPage: number
}

const DOORS = [
  ["recent", "Recently added", "The newest books first", "acquisition", rels.newest],
  ["reading", "Continue reading", "Books you have started", "acquisition", "subsection"],
  ["books", "All books", "By title", "acquisition", "subsection"],
  ["series", "Series", "Books that belong together", "navigation", "subsection"],
  ["authors", "Authors", "Books by author or artist", "navigation", "subsection"],
  ["libraries", "Libraries", "Books by library", "navigation", "subsection"]
] as const

/** The entry of the start page that is shown if the caller can see galleries. */
const GALLERIES = [
  "galleries",
  "Galleries",
  "Archives of images, as comics",
  "acquisition",
  "subsection"
] as const

/** The entry of the start page that is shown if the caller can see collections. */
const COLLECTIONS = [
  "collections",
  "Collections",
  "Books selected by hand or by rules",
  "navigation",
  "subsection"
] as const

export const startListing = ({ principal }: Asked) =>
  Effect.gen(function* () {
    const { paged } = yield* catalogComics(principal, { page: 1, perPage: 1 }, {})
    const doors = [
      ...DOORS.slice(0, 3),
      ...(paged.total === 0 ? [] : [GALLERIES]),
      ...DOORS.slice(3, -1),
      ...((yield* readableCollections(principal)).length > 0 ? [COLLECTIONS] : []),
      ...DOORS.slice(-1)
    ]
    return {
      title: "Media Library",
      id: "start",
      kind: "navigation",
      updated: [NEVER],
      doors: doors.map(([path, title, about, kind, rel]) => ({
        id: path,
        title,
        path: `/${path}`,
        about,
        kind,
        rel
      }))
    } satisfies Listing
  })

/** Returns the `limit` of the request, which the links of the page must repeat in their query. */
export const limitOf = ({ query }: Asked) => ({ limit: query["limit"] })

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

const holds =
  (what: "books" | "images") =>
  ({ contents }: Library): boolean =>
    contents.includes(what)

/** Lists all books, filtered and sorted by the query. */
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

const onlyOrdered = (order: Narrowed["order"]): Narrowed => ({
  order,
  libraryId: undefined,
  format: undefined,
  language: undefined
})

/** Lists galleries, sorted by title or as the query requests. */
export const galleriesListing = (asked: Asked) =>
  Effect.gen(function* () {
    const narrowed = onlyOrdered(narrowedBy(asked.query).order)
    const found = yield* catalogComics(asked.principal, asked, filterOf(narrowed))
    return {
      ...found,
      title: "Galleries",
      id: "galleries",
      kind: "acquisition",
      up: "",
      query: { ...limitOf(asked), ...queryOf(narrowed) },
      facets: facetsOf(narrowed, { libraries: [], formats: [], languages: [] })
    } satisfies Listing
  })

/** True if the library contains a gallery that the caller may download. */
const holdsGalleries = ({ principal }: Asked, { id }: Library) =>
  Effect.map(
    catalogComics(principal, { page: 1, perPage: 1 }, { libraryId: id }),
    ({ paged }) => paged.total > 0
  )

export const librariesListing = (asked: Asked) =>
  Effect.gen(function* () {
    const libraries = yield* listLibraries(asked.principal)
    const shown = yield* Effect.filter(libraries, (library) =>
      holds("books")(library)
        ? Effect.succeed(true)
        : holds("images")(library)
          ? holdsGalleries(asked, library)
          : Effect.succeed(false)
    )
    return {
      title: "Libraries",
      id: "libraries",
      up: "",
      kind: "navigation",
      updated: libraries.map(({ createdAt }) => createdAt),
      doors: shown.map((library) => ({
        id: `libraries:${library.id}`,
        title: library.name,
        path: `/libraries/${library.id}`,
        about: holds("books")(library) ? "A library of books" : "A library of images",
        kind: "acquisition" as const
      }))
    } satisfies Listing
  })

export const libraryListing = (asked: Asked, id: string) =>
  Effect.gen(function* () {
    const library = yield* getLibrary(asked.principal, id)
    const narrowed = { ...narrowedBy(asked.query), libraryId: undefined }
    const filter = { ...filterOf(narrowed), libraryId: library.id }
    const { format, language, order } = narrowed
    const ofGalleries = { ...filterOf(onlyOrdered(order)), libraryId: library.id }
    // Galleries have no language, so a filter for a language excludes galleries.
    const mayBeGallery = (format === undefined || format === "comic") && language === undefined
    const found = yield* oneBehindOther(
      asked,
      (paged) => catalogBooks(asked.principal, paged, filter),
      (paged) =>
        mayBeGallery ? catalogComics(asked.principal, paged, ofGalleries) : Effect.succeed(noneOf(paged))
    )
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

/** Searches titles, authors and series. Galleries are listed after books. */
export const searchListing = (asked: Asked) =>
  Effect.gen(function* () {
    const q = (asked.query["q"] ?? "").replaceAll("\0", "").slice(0, 200).toWellFormed().trim()
    const found =
      q === ""
        ? noneOf({ page: 1, perPage: asked.perPage })
        : yield* oneBehindOther(
            asked,
            (paged) => catalogBooks(asked.principal, paged, { words: q }),
            (paged) => catalogComics(asked.principal, paged, { words: q })
          )
    return {
      ...found,
      title: `Search: ${q}`,
      id: "search",
      kind: "acquisition",
      up: "",
      query: { ...limitOf(asked), q }
    } satisfies Listing
  })

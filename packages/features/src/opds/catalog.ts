import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { listShelves, type ShelfKind } from "../books/shelves.ts"
import { getLibrary, listLibraries } from "../libraries/queries.ts"
import type { Library } from "../libraries/contract.ts"
import { rels } from "./addresses.ts"
import { catalogBook, catalogBooks } from "./books.ts"
import {
  bookFeed,
  door,
  entryDocument,
  facet,
  feed,
  NEVER,
  type Paged,
  type Place,
  shelfDoor
} from "./feeds.ts"

/** What a feed is asked for. */
export interface Asked extends Place {
  readonly principal: Principal
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

export const startFeed = ({ base, ...asked }: Asked) => {
  const doors = [
    ["recent", "Recently added", "The newest books first", "acquisition", rels.newest],
    ["books", "All books", "By title", "acquisition", "subsection"],
    ["series", "Series", "Books that belong together", "navigation", "subsection"],
    ["authors", "Authors", "Books by who wrote or drew them", "navigation", "subsection"],
    ["libraries", "Libraries", "As they are kept on the server", "navigation", "subsection"]
  ] as const
  return Effect.succeed(
    feed(
      { base, ...asked },
      {
        title: "Media Library",
        id: "start",
        kind: "navigation",
        updated: [NEVER],
        entries: doors.map(([path, title, about, kind, rel]) =>
          door(base, { id: path, title, path: `/${path}`, about, kind, rel })
        )
      }
    )
  )
}

export const recentFeed = (asked: Asked) =>
  Effect.map(catalogBooks(asked.principal, asked, { sort: "createdAt", order: "desc" }), ({ books, paged }) =>
    bookFeed(asked, { title: "Recently added", id: "recent", up: "", paged }, books)
  )

const holdsBooks = ({ contents }: Library): boolean => contents.includes("books")

const ORDERS = {
  title: { sort: "title", order: "asc" },
  newest: { sort: "createdAt", order: "desc" },
  date: { sort: "date", order: "desc" }
} as const

const orderOf = (text: string | undefined): keyof typeof ORDERS =>
  text === "newest" || text === "date" ? text : "title"

const orderFacets = (place: Place) => [
  facet(place, "Order", "Title", { order: undefined }),
  facet(place, "Order", "Newest", { order: "newest" }),
  facet(place, "Order", "Published", { order: "date" })
]

/** All books, or those of a library; also as facets of one another. */
export const booksFeed = (asked: Asked) =>
  Effect.gen(function* () {
    const { principal, query } = asked
    const order = orderOf(query["order"])
    const place = {
      ...asked,
      query: { limit: asked.query["limit"], order: order === "title" ? undefined : order }
    }
    const { books, paged } = yield* catalogBooks(principal, asked, ORDERS[order])
    return bookFeed(
      place,
      { title: "All books", id: "books", up: "", paged, facets: orderFacets(place) },
      books
    )
  })

export const librariesFeed = (asked: Asked) =>
  Effect.map(listLibraries(asked.principal), (libraries) =>
    feed(asked, {
      title: "Libraries",
      id: "libraries",
      up: "",
      kind: "navigation",
      updated: libraries.map(({ createdAt }) => createdAt),
      entries: libraries.filter(holdsBooks).map(({ id, name }) =>
        door(asked.base, {
          id: `libraries:${id}`,
          title: name,
          path: `/libraries/${id}`,
          about: "A library of books",
          kind: "acquisition"
        })
      )
    })
  )

export const libraryFeed = (asked: Asked, id: string) =>
  Effect.gen(function* () {
    const library = yield* getLibrary(asked.principal, id)
    const order = orderOf(asked.query["order"])
    const place = {
      ...asked,
      query: { limit: asked.query["limit"], order: order === "title" ? undefined : order }
    }
    const { books, paged } = yield* catalogBooks(asked.principal, asked, {
      ...ORDERS[order],
      libraryId: library.id
    })
    const facets = orderFacets(place)
    return bookFeed(
      place,
      { title: library.name, id: `libraries:${id}`, up: "/libraries", paged, facets },
      books
    )
  })

const shelfTitles = { series: "Series", authors: "Authors" } as const

export const shelvesFeed = (asked: Asked, kind: ShelfKind) =>
  Effect.map(
    listShelves(asked.principal, kind, { page: asked.page, perPage: asked.perPage }),
    ({ items, page, perPage, total }) =>
      feed(asked, {
        title: shelfTitles[kind],
        id: kind,
        up: "",
        kind: "navigation",
        updated: [NEVER],
        paged: { page, perPage, total },
        entries: items.map((shelf) => shelfDoor(asked.base, kind, shelf))
      })
  )

/** The books of a series in its order, or of an author by title. One that the caller sees no book of is not there. */
export const shelfFeed = (asked: Asked, kind: ShelfKind, id: string) =>
  Effect.gen(function* () {
    if (!isUuid(id)) return yield* new NotFound({ what: "page" })
    const { books, paged } = yield* catalogBooks(
      asked.principal,
      asked,
      kind === "series" ? { seriesId: id, sort: "number" } : { authorId: id }
    )
    const [first] = books
    if (first === undefined) return yield* new NotFound({ what: "page" })
    const title =
      kind === "series"
        ? first.book.series?.name
        : first.book.authors.find((author) => author.id === id)?.name
    return bookFeed(
      asked,
      { title: title ?? shelfTitles[kind], id: `${kind}:${id}`, up: `/${kind}`, paged },
      books
    )
  })

/** Words of titles, authors and series. */
export const searchFeed = (asked: Asked) =>
  Effect.gen(function* () {
    const q = (asked.query["q"] ?? "").slice(0, 200).trim()
    const none = { books: [], paged: { page: 1, perPage: asked.perPage, total: 0 } satisfies Paged }
    const { books, paged } = q === "" ? none : yield* catalogBooks(asked.principal, asked, { q })
    return bookFeed(
      { ...asked, query: { q, limit: asked.query["limit"] } },
      { title: `Search: ${q}`, id: "search", up: "", paged },
      books
    )
  })

export const entryOf = (asked: Asked, id: string) =>
  Effect.map(catalogBook(asked.principal, id), (book) => entryDocument(asked.base, book))

import type { Book, BookShelf, BookSummary } from "../books/contract.ts"
import { address, rels, types } from "./addresses.ts"
import { NAMESPACES, type Node } from "./xml.ts"

/** Where feeds lead to: everything below a public address has its path before it. */
export interface Place {
  /** Path of the public address, empty for the root. */
  readonly base: string
  /** The feed itself, without the page. */
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
}

export interface Paged {
  readonly page: number
  readonly perPage: number
  readonly total: number
}

type Link = Readonly<Record<string, string | number | undefined>> & {
  readonly rel: string
  readonly href: string
}

const link = (base: string, { href, ...rest }: Link): Node => ["link", { ...rest, href: base + href }]

/** Atom wants a date everywhere; of what has none, this one: a feed that has not changed must read the same. */
export const NEVER = "1970-01-01T00:00:00Z"

const newest = (times: ReadonlyArray<string>): string =>
  times.reduce((latest, time) => (time > latest ? time : latest), NEVER)

const pageLinks = (
  { base, path, query }: Place,
  { page, perPage, total }: Paged,
  type: string
): ReadonlyArray<Node> => {
  const last = Math.max(1, Math.ceil(total / perPage))
  const to = (rel: string, number: number): Node =>
    link(base, { rel, type, href: address(path, { ...query, page: number > 1 ? number : undefined }) })
  return [
    ...(last > 1 ? [to("first", 1), to("last", last)] : []),
    ...(page > 1 ? [to("previous", Math.min(page - 1, last))] : []),
    ...(page < last ? [to("next", page + 1)] : []),
    ["opensearch:totalResults", {}, String(total)],
    ["opensearch:itemsPerPage", {}, String(perPage)],
    ["opensearch:startIndex", {}, String((page - 1) * perPage + 1)]
  ]
}

interface FeedOf {
  readonly title: string
  /** What it is a list of; the same for everyone and every page. */
  readonly id: string
  readonly kind: "navigation" | "acquisition"
  readonly up?: string
  readonly paged?: Paged
  readonly facets?: ReadonlyArray<Node>
  readonly entries: ReadonlyArray<Node>
  readonly updated: ReadonlyArray<string>
}

export const feed = (
  place: Place,
  { entries, facets = [], id, kind, paged, title, up, updated }: FeedOf
): Node => {
  const { base, path, query } = place
  const page = paged === undefined || paged.page === 1 ? undefined : paged.page
  return [
    "feed",
    NAMESPACES,
    [
      ["id", {}, `urn:media-library:opds:${id}`],
      ["title", {}, title],
      ["updated", {}, newest(updated)],
      ["author", {}, [["name", {}, "Media Library"]]],
      link(base, { rel: "self", type: types[kind], href: address(path, { ...query, page }) }),
      link(base, { rel: "start", type: types.navigation, href: address("") }),
      ...(up === undefined ? [] : [link(base, { rel: "up", type: types.navigation, href: address(up) })]),
      link(base, { rel: "search", type: types.search, href: address("/opensearch.xml") }),
      ...(paged === undefined ? [] : pageLinks(place, paged, types[kind])),
      ...facets,
      ...entries
    ]
  ]
}

interface Door {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly about: string
  readonly kind: "navigation" | "acquisition"
  readonly rel?: string
  readonly count?: number
  readonly picture?: string | undefined
}

/** An entry that leads to another feed. */
export const door = (
  base: string,
  { about, count, id, kind, path, picture, rel = "subsection", title }: Door
): Node => [
  "entry",
  {},
  [
    ["title", {}, title],
    ["id", {}, `urn:media-library:opds:${id}`],
    ["updated", {}, NEVER],
    ["content", { type: "text" }, about],
    link(base, { rel, type: types[kind], href: address(path), "thr:count": count }),
    ...(picture === undefined
      ? []
      : [link(base, { rel: rels.thumbnail, type: "image/jpeg", href: address(picture) })])
  ]
]

const countOf = (count: number): string => (count === 1 ? "1 book" : `${count} books`)

export const shelfDoor = (
  base: string,
  what: "series" | "authors",
  { count, id, name, picture }: BookShelf
): Node => {
  // Its address names the book that lends it.
  const bookId = /^\/api\/books\/([^/]+)\//.exec(picture?.url ?? "")?.[1]
  return door(base, {
    id: `${what}:${id}`,
    title: name,
    path: `/${what}/${id}`,
    about: countOf(count),
    kind: "acquisition",
    count,
    picture: bookId === undefined ? undefined : `/books/${bookId}/thumbnail`
  })
}

export interface CatalogBook {
  readonly book: BookSummary & Partial<Pick<Book, "details">>
  /** Of the download. */
  readonly type: string
}

/** Only what the RELAX NG of Atom takes as a URI stands in links, but for the template of pages, which its readers fill. */
export const bookEntry = (base: string, { book, type }: CatalogBook): Node => {
  const at = `/books/${book.id}`
  const { lastPlayedAt, position } = book.userState
  return [
    "entry",
    {},
    [
      ["title", {}, book.title],
      ["id", {}, `urn:uuid:${book.id}`],
      ["updated", {}, book.updatedAt],
      ["published", {}, book.createdAt],
      ...book.authors
        .filter(({ role }) => role === "author" || role === "artist")
        .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)
        .map(({ id, name }): Node => [
          "author",
          {},
          [
            ["name", {}, name],
            ["uri", {}, base + address(`/authors/${id}`)]
          ]
        ]),
      ...(book.language === null ? [] : [["dc:language", {}, book.language] as const]),
      ...(book.publisher === null ? [] : [["dc:publisher", {}, book.publisher] as const]),
      ...(book.date === null ? [] : [["dc:issued", {}, book.date] as const]),
      ...(book.series === null
        ? []
        : [
            [
              "category",
              { scheme: "urn:media-library:series", term: book.series.id, label: book.series.name }
            ] as const
          ]),
      ["summary", { type: "text" }, summaryOf(book)],
      link(base, { rel: rels.acquisition, type, href: address(`${at}/download`), length: book.size }),
      ...(book.picture === null
        ? []
        : [
            link(base, { rel: rels.image, type: "image/jpeg", href: address(`${at}/cover`) }),
            link(base, { rel: rels.thumbnail, type: "image/jpeg", href: address(`${at}/thumbnail`) })
          ]),
      link(base, { rel: "alternate", type: types.entry, href: address(at) }),
      ...(book.series === null
        ? []
        : [
            link(base, {
              rel: "related",
              type: types.acquisition,
              href: address(`/series/${book.series.id}`),
              title: book.series.name
            })
          ]),
      ...(book.format !== "comic" || book.pages === null
        ? []
        : [
            link(base, {
              rel: rels.stream,
              type: "image/jpeg",
              href: `${address(`${at}/pages`)}/{pageNumber}?maxWidth={maxWidth}`,
              "pse:count": book.pages,
              "pse:lastRead": position > 0 ? Math.round(position) : undefined,
              "pse:lastReadDate": position > 0 && lastPlayedAt !== null ? lastPlayedAt : undefined
            })
          ])
    ]
  ]
}

const summaryOf = ({ details, series }: CatalogBook["book"]): string => {
  const part =
    series === null ? "" : series.number === null ? series.name : `${series.name}, ${series.number}`
  return [part, details ?? ""].filter((text) => text !== "").join("\n\n")
}

export const bookFeed = (
  place: Place,
  of: Omit<FeedOf, "kind" | "entries" | "updated">,
  books: ReadonlyArray<CatalogBook>
): Node =>
  feed(place, {
    ...of,
    kind: "acquisition",
    entries: books.map((each) => bookEntry(place.base, each)),
    updated: books.map(({ book }) => book.updatedAt)
  })

/** A way to see the list otherwise; `isActive`: the way it is seen now. */
export const facet = (
  { base, path, query }: Place,
  group: string,
  title: string,
  change: Readonly<Record<string, string | undefined>>
): Node => {
  const isActive = Object.entries(change).every(([key, value]) => query[key] === value)
  return link(base, {
    rel: rels.facet,
    type: types.acquisition,
    href: address(path, { ...query, ...change }),
    title,
    "opds:facetGroup": group,
    "opds:activeFacet": isActive ? "true" : undefined
  })
}

/** One book as a document of its own. */
export const entryDocument = (base: string, book: CatalogBook): Node => {
  const [name, , content = []] = bookEntry(base, book)
  return [name, NAMESPACES, content]
}

export const searchDescription = (base: string): Node => [
  "OpenSearchDescription",
  { xmlns: "http://a9.com/-/spec/opensearch/1.1/" },
  [
    ["ShortName", {}, "Media Library"],
    ["Description", {}, "Books by their titles, authors and series"],
    ["InputEncoding", {}, "UTF-8"],
    ["OutputEncoding", {}, "UTF-8"],
    ["Url", { type: types.acquisition, template: `${base}${address("/search")}?q={searchTerms}` }]
  ]
]

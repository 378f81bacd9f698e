import { address, CATALOG_2, rels, types } from "./addresses.ts"
import type { CatalogBook } from "./books.ts"
import {
  type Door,
  type FacetGroup,
  type Listing,
  NEVER,
  pageIn,
  adjacentPages,
  type FeedAddress,
  updatedOf
} from "./listing.ts"
import { NAMESPACES, type Node } from "./nodes.ts"

type Link = Readonly<Record<string, string | number | undefined>> & {
  readonly rel: string
  readonly href: string
}

const link = (base: string, { href, ...rest }: Link): Node => ["link", { ...rest, href: base + href }]

const atPage = ({ base, path, query }: FeedAddress, rel: string, type: string, page: number): Node =>
  link(base, { rel, type, href: address(path, { ...query, page: pageIn(page) }) })

const pageLinks = (feedAddress: FeedAddress, { kind, paged }: Listing): ReadonlyArray<Node> =>
  paged === undefined
    ? []
    : [
        ...adjacentPages(paged).map(([rel, page]) => atPage(feedAddress, rel, types[kind], page)),
        ["opensearch:totalResults", {}, String(paged.total)],
        ["opensearch:itemsPerPage", {}, String(paged.perPage)],
        ["opensearch:startIndex", {}, String((paged.page - 1) * paged.perPage + 1)]
      ]

const CATALOG_AUTHOR: Node = ["author", {}, [["name", {}, "Media Library"]]]

/** Returns a page of the catalog as an Atom feed. */
export const feed = (asked: FeedAddress, listing: Listing): Node => {
  const { base, path } = asked
  const { books = [], doors = [], facets = [], id, kind, paged, title, up } = listing
  const feedAddress = { base, path, query: listing.query ?? asked.query }
  return [
    "feed",
    NAMESPACES,
    [
      ["id", {}, `urn:media-library:opds:${id}`],
      ["title", {}, title],
      ["updated", {}, updatedOf(listing)],
      CATALOG_AUTHOR,
      atPage(feedAddress, "self", types[kind], paged?.page ?? 1),
      link(base, { rel: "start", type: types.navigation, href: address("") }),
      ...(up === undefined ? [] : [link(base, { rel: "up", type: types.navigation, href: address(up) })]),
      link(base, { rel: "search", type: types.search, href: address("/opensearch.xml") }),
      ...(path === "" ? [link(base, { rel: "alternate", type: types.json, href: CATALOG_2 })] : []),
      ...pageLinks(feedAddress, listing),
      ...facets.flatMap((group) => facetLinks(feedAddress, group)),
      ...doors.map((each) => doorEntry(base, each)),
      ...books.map((each): Node => ["entry", {}, bookParts(base, each)])
    ]
  ]
}

/** Returns an entry that links to another feed. */
const doorEntry = (
  base: string,
  { about, bookId, count, id, kind, path, rel = "subsection", title }: Door
): Node => [
  "entry",
  {},
  [
    ["title", {}, title],
    ["id", {}, `urn:media-library:opds:${id}`],
    ["updated", {}, NEVER],
    ["content", { type: "text" }, about],
    link(base, { rel, type: types[kind], href: address(path), "thr:count": count }),
    ...(bookId === undefined
      ? []
      : [
          link(base, { rel: rels.thumbnail, type: "image/jpeg", href: address(`/books/${bookId}/thumbnail`) })
        ])
  ]
]

/** Returns the authors and artists, without duplicates. */
const authorsOf = ({ authors }: CatalogBook["book"]) =>
  authors
    .filter(({ role }) => role === "author" || role === "artist")
    .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)

/**
 * Returns the elements of a book's entry. Atom's RELAX NG schema restricts the characters of a URI, and the links
 * contain only these characters. The only exception is the URL template of the pages, which reading apps fill in.
 */
const bookParts = (base: string, { book, isGallery, type }: CatalogBook): ReadonlyArray<Node> => {
  const at = `/books/${book.id}`
  const { lastPlayedAt, position } = isGallery === true ? { lastPlayedAt: null, position: 0 } : book.userState
  return [
    ["title", {}, book.title],
    ["id", {}, `urn:uuid:${book.id}`],
    ["updated", {}, book.updatedAt],
    ["published", {}, book.createdAt],
    ...authorsOf(book).map(({ id, name }): Node => [
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
}

const summaryOf = ({ details, series }: CatalogBook["book"]): string => {
  const part =
    series === null ? "" : series.number === null ? series.name : `${series.name}, ${series.number}`
  return [part, details ?? ""].filter((text) => text !== "").join("\n\n")
}

/** Returns links to the first page of the same list with other filters or sort orders. */
const facetLinks = ({ base, path, query }: FeedAddress, { facets, name }: FacetGroup): ReadonlyArray<Node> =>
  facets.map(({ change, isActive, title }) =>
    link(base, {
      rel: rels.facet,
      type: types.acquisition,
      href: address(path, { ...query, ...change }),
      title,
      "opds:facetGroup": name,
      "opds:activeFacet": isActive ? "true" : undefined
    })
  )

/** Returns one book as its own document. */
export const entryDocument = (base: string, catalogBook: CatalogBook): Node => [
  "entry",
  NAMESPACES,
  [
    ...bookParts(base, catalogBook),
    // A document with a single entry must name an author (RFC 4287, 4.1.2). If the entry has no author, the document
    // names the author of the feed that contains the entry.
    ...(authorsOf(catalogBook.book).length > 0
      ? []
      : [
          [
            "source",
            {},
            [
              ["id", {}, "urn:media-library:opds:books"],
              ["title", {}, "All books"],
              ["updated", {}, catalogBook.book.updatedAt],
              CATALOG_AUTHOR
            ]
          ] as const
        ])
  ]
]

/** Returns the search description. `at` must be a full public URL, because clients use the template unchanged. */
export const searchDescription = (at: string): Node => [
  "OpenSearchDescription",
  { xmlns: "http://a9.com/-/spec/opensearch/1.1/" },
  [
    ["ShortName", {}, "Media Library"],
    ["Description", {}, "Books by their titles, authors and series"],
    ["InputEncoding", {}, "UTF-8"],
    ["OutputEncoding", {}, "UTF-8"],
    ["Url", { type: types.acquisition, template: `${at}${address("/search")}?q={searchTerms}` }]
  ]
]

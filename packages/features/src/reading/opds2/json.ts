import { addressIn, CATALOG, CATALOG_2, quietPage, rels } from "../opds/addresses.ts"
import type { CatalogBook } from "../opds/books.ts"
import {
  type Door,
  type FacetGroup,
  type Listing,
  pageIn,
  adjacentPages,
  type FeedAddress,
  updatedOf
} from "../opds/listing.ts"
import { progressionTypes } from "../reading-apps/readium.ts"
import { types } from "./mediaTypes.ts"

type Json = Readonly<Record<string, unknown>>

/**
 * The link relations of a progression: the relation that Readium's own apps expect, and the relation that OPDS defines.
 */
const PROGRESSION_RELS = {
  readium: "http://www.cantook.com/api/progression",
  opds: "http://opds-spec.org/progression"
} as const
/** The width of a thumbnail in pixels, as in `opdsThumbnail`. */
const THUMBNAIL = 320

const inCatalog = (base: string, path: string, query: Parameters<typeof addressIn>[2] = {}): string =>
  base + addressIn(CATALOG_2, path, query)

/** Returns the URL of a file or picture. Only the OPDS 1 catalog serves bytes. */
const bytesAt = (base: string, path: string): string => base + addressIn(CATALOG, path)

const doorLink = (base: string, { count, path, rel = "subsection", title }: Door): Json => ({
  title,
  href: inCatalog(base, path),
  type: types.feed,
  rel,
  ...(count === undefined ? {} : { properties: { numberOfItems: count } })
})

const facetsOf = ({ base, path, query }: FeedAddress, { facets, name }: FacetGroup): Json => ({
  metadata: { title: name },
  links: facets.map(({ change, isActive, title }) => ({
    title,
    href: inCatalog(base, path, { ...query, ...change }),
    type: types.feed,
    ...(isActive ? { rel: "self" } : {})
  }))
})

const listsOf = (feedAddress: FeedAddress, listing: Listing): Json => ({
  ...(listing.doors === undefined || listing.doors.length === 0
    ? {}
    : { navigation: listing.doors.map((door) => doorLink(feedAddress.base, door)) }),
  ...(listing.books === undefined || listing.books.length === 0
    ? {}
    : { publications: listing.books.map((book) => publication(feedAddress.base, book)) })
})

/**
 * The content of a feed without entries. The schema requires `navigation`, `publications` or `groups`, and only
 * `groups` may be empty.
 */
const NOTHING = { groups: [] }

/**
 * Returns a page of the catalog as an OPDS 2.0 feed. `groups` are lists of which the page shows only the first books.
 */
export const feed = (asked: FeedAddress, listing: Listing, groups: ReadonlyArray<Listing> = []): Json => {
  const { base, path } = asked
  const { facets = [], paged, title, up } = listing
  const feedAddress = { base, path, query: listing.query ?? asked.query }
  const at = (page: number) => inCatalog(base, path, { ...feedAddress.query, page: pageIn(page) })
  const link = (rel: string, href: string) => ({ rel, href, type: types.feed })
  const lists = {
    ...listsOf(feedAddress, listing),
    ...(groups.length === 0
      ? {}
      : {
          groups: groups.map((group) => ({
            metadata: { title: group.title, numberOfItems: group.paged?.total ?? 0 },
            links: [link("self", inCatalog(base, `/${group.id}`))],
            ...listsOf(feedAddress, group)
          }))
        })
  }
  return {
    metadata: {
      title,
      modified: updatedOf(listing),
      ...(paged === undefined
        ? {}
        : { numberOfItems: paged.total, itemsPerPage: paged.perPage, currentPage: paged.page })
    },
    links: [
      link("self", at(paged?.page ?? 1)),
      link("start", inCatalog(base, "")),
      ...(up === undefined ? [] : [link("up", inCatalog(base, up))]),
      {
        rel: "search",
        href: `${inCatalog(base, "/search")}{?query}`,
        type: types.feed,
        templated: true
      },
      ...(paged === undefined ? [] : adjacentPages(paged).map(([rel, page]) => link(rel, at(page))))
    ],
    ...(facets.length === 0 ? {} : { facets: facets.map((group) => facetsOf(feedAddress, group)) }),
    ...(Object.keys(lists).length === 0 ? NOTHING : lists)
  }
}

const CONTRIBUTORS = ["author", "artist", "translator", "editor"] as const

const contributorsOf = (base: string, { book }: CatalogBook): Json =>
  Object.fromEntries(
    CONTRIBUTORS.flatMap((role) => {
      const named = book.authors.filter((author) => author.role === role)
      return named.length === 0
        ? []
        : [
            [
              role,
              named.map(({ id, name }) => ({
                name,
                links: [{ href: inCatalog(base, `/authors/${id}`), type: types.feed }]
              }))
            ]
          ]
    })
  )

const metadataOf = (base: string, catalogBook: CatalogBook): Json => {
  const { book } = catalogBook
  const { date, details, format, id, isRightToLeft, language, pages, publisher, series, title } = book
  return {
    "@type": format === "comic" ? "http://schema.org/ComicIssue" : "http://schema.org/Book",
    identifier: `urn:uuid:${id}`,
    title,
    modified: book.updatedAt,
    // The format does not accept a year as a date.
    ...(date?.length === 10 ? { published: date } : {}),
    ...(language === null ? {} : { language }),
    ...contributorsOf(base, catalogBook),
    ...(publisher === null ? {} : { publisher }),
    ...(details === null || details === undefined ? {} : { description: details }),
    ...(pages === null || pages < 1 ? {} : { numberOfPages: pages }),
    ...(isRightToLeft === undefined ? {} : { readingProgression: isRightToLeft ? "rtl" : "ltr" }),
    ...(series === null
      ? {}
      : {
          belongsTo: {
            series: [
              {
                name: series.name,
                ...(series.number === null ? {} : { position: series.number }),
                links: [{ href: inCatalog(base, `/series/${series.id}`), type: types.feed }]
              }
            ]
          }
        })
  }
}

const imagesOf = (base: string, { book: { id, picture } }: CatalogBook): Json => {
  if (picture === null) return {}
  const { height, width } = picture
  const small = Math.min(THUMBNAIL, width)
  const image = (name: string, wide: number) => ({
    href: bytesAt(base, `/books/${id}/${name}`),
    type: "image/jpeg",
    width: wide,
    height: Math.max(1, Math.round((height * wide) / width))
  })
  return { images: [image("cover", width), image("thumbnail", small)] }
}

const hasPages = ({ book: { format, pages } }: CatalogBook): boolean =>
  format === "comic" && pages !== null && pages > 0

/** Returns the links of a publication or of a comic's manifest. */
const linksOf = (base: string, catalogBook: CatalogBook): ReadonlyArray<Json> => {
  const { book, isGallery, type } = catalogBook
  const at = (what = "") => inCatalog(base, `/books/${book.id}${what}`)
  const authenticate = { href: inCatalog(base, "/auth"), type: types.authentication }
  return [
    { rel: rels.acquisition, href: bytesAt(base, `/books/${book.id}/download`), type, size: book.size },
    ...(hasPages(catalogBook) ? [{ rel: rels.acquisition, href: at("/manifest"), type: types.divina }] : []),
    ...(isGallery === true ? [] : (["readium", "opds"] as const)).map((form) => ({
      rel: PROGRESSION_RELS[form],
      href: at("/progression"),
      type: progressionTypes[form],
      properties: { authenticate }
    }))
  ]
}

export const publication = (base: string, book: CatalogBook): Json => ({
  metadata: metadataOf(base, book),
  links: [
    { rel: "self", href: inCatalog(base, `/books/${book.book.id}`), type: types.publication },
    ...linksOf(base, book)
  ],
  ...imagesOf(base, book)
})

/** Returns a comic as a web publication whose pages are pictures (DiViNa). Undefined for a book without pages. */
export const manifest = (base: string, catalogBook: CatalogBook): Json | undefined => {
  const { id, pages } = catalogBook.book
  if (!hasPages(catalogBook) || pages === null) return undefined
  return {
    "@context": "https://readium.org/webpub-manifest/context.jsonld",
    metadata: {
      ...metadataOf(base, catalogBook),
      conformsTo: "https://readium.org/webpub-manifest/profiles/divina"
    },
    links: [
      { rel: "self", href: inCatalog(base, `/books/${id}/manifest`), type: types.divina },
      ...linksOf(base, catalogBook)
    ],
    ...imagesOf(base, catalogBook),
    readingOrder: Array.from({ length: pages }, (_, page) => ({
      href: base + quietPage(id, page),
      type: "image/jpeg"
    }))
  }
}

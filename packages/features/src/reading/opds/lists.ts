import type * as Effect from "effect/Effect"
import {
  type Asked,
  booksListing,
  galleriesListing,
  librariesListing,
  libraryListing,
  readingListing,
  recentListing,
  searchListing
} from "./catalog.ts"
import { collectionListing, collectionsListing } from "./collections.ts"
import type { Listing, ListingKind } from "./listing.ts"
import {
  authorsListing,
  booksOfAuthorListing,
  booksOfSeriesListing,
  bookSeriesListing
} from "./bookFacets.ts"

/** A list that the OPDS catalogs offer. OPDS 1 and OPDS 2 use the same definition. */
export interface CatalogList<E, R> {
  /** The path below the catalog. */
  readonly path: string
  readonly summary: string
  readonly kind: ListingKind
  /** True if the pages must not be cached, because they also depend on data that does not invalidate the cache. */
  readonly isFresh?: true
  /** Returns a page of the list. `id` comes from the path. */
  readonly read: (asked: Asked, id: string) => Effect.Effect<Listing, E, R>
}

/** Returns the list unchanged. The call only lets TypeScript infer the requirements `R` of the list. */
const list = <E, R>(of: CatalogList<E, R>): CatalogList<E, R> => of

/** The lists of both catalogs. Each catalog writes them in its own format. */
export const lists = {
  recent: list({
    path: "/recent",
    summary: "The newest books",
    kind: "acquisition",
    read: recentListing
  }),
  reading: list({
    path: "/reading",
    summary: "The books that the caller has started",
    kind: "acquisition",
    read: readingListing
  }),
  books: list({
    path: "/books",
    summary: "All books",
    kind: "acquisition",
    read: booksListing
  }),
  galleries: list({
    path: "/galleries",
    summary: "Galleries that are archives of images, as comics",
    kind: "acquisition",
    read: galleriesListing
  }),
  libraries: list({
    path: "/libraries",
    summary: "The libraries that contain books or galleries",
    kind: "navigation",
    read: librariesListing
  }),
  library: list({
    path: "/libraries/:id",
    summary: "The books of a library, followed by its galleries",
    kind: "acquisition",
    read: libraryListing
  }),
  authors: list({
    path: "/authors",
    summary: "The authors of books",
    kind: "navigation",
    read: (asked) => authorsListing(asked)
  }),
  author: list({
    path: "/authors/:id",
    summary: "The books of an author",
    kind: "acquisition",
    read: (asked, id) => booksOfAuthorListing(asked, id)
  }),
  series: list({
    path: "/series",
    summary: "The series of books",
    kind: "navigation",
    read: (asked) => bookSeriesListing(asked)
  }),
  oneSeries: list({
    path: "/series/:id",
    summary: "The books of a series",
    kind: "acquisition",
    read: (asked, id) => booksOfSeriesListing(asked, id)
  }),
  collections: list({
    path: "/collections",
    summary: "Collections with books or galleries",
    kind: "navigation",
    isFresh: true,
    read: collectionsListing
  }),
  collection: list({
    path: "/collections/:id",
    summary: "The books of a collection, followed by its galleries",
    kind: "acquisition",
    isFresh: true,
    read: collectionListing
  }),
  search: list({
    path: "/search",
    summary:
      "Books whose title, author or series contains the words in `q` or `query`, and galleries whose title contains them",
    kind: "acquisition",
    read: searchListing
  })
}

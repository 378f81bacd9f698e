import type { CatalogBook } from "./books.ts"

/** The location of a page of the catalog. */
export interface FeedAddress {
  /** The path of the server's public URL. All links begin with this path. Empty if the server is at the root. */
  readonly base: string
  /** The path below the catalog, without the page number. */
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
}

export interface Paged {
  /** The page number, starting at 1. */
  readonly page: number
  readonly perPage: number
  readonly total: number
}

export type ListingKind = "navigation" | "acquisition"

/** A link to another page. */
export interface Door {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly about: string
  readonly kind: ListingKind
  readonly rel?: string
  /** The number of books on that page. */
  readonly count?: number
  /** The book whose cover is shown for the link. */
  readonly bookId?: string | undefined
}

/** A group of filters or sort orders of a list, of which one can be selected. */
export interface FacetGroup {
  readonly name: string
  readonly facets: ReadonlyArray<{
    readonly title: string
    /** The changes to the query of the list. Undefined removes a parameter. */
    readonly change: Readonly<Record<string, string | undefined>>
    /** True if the list currently uses this filter or order. */
    readonly isActive: boolean
  }>
}

/** A page of the catalog, independent of the format of the catalog. */
export interface Listing {
  /** The id of the list. All users and all pages of the list have the same id. */
  readonly id: string
  readonly title: string
  readonly kind: ListingKind
  readonly up?: string
  readonly paged?: Paged
  readonly facets?: ReadonlyArray<FacetGroup>
  readonly doors?: ReadonlyArray<Door>
  readonly books?: ReadonlyArray<CatalogBook>
  /** The times at which the listed entries were last modified. */
  readonly updated?: ReadonlyArray<string>
  /** The query parameters that the links of the list keep. */
  readonly query?: FeedAddress["query"]
}

/**
 * The date of pages that have no modification date, because the formats require one. It is constant, so that an
 * unchanged page stays identical and clients can cache it.
 */
export const NEVER = "1970-01-01T00:00:00Z"

export const updatedOf = ({ books = [], updated = [] }: Listing): string =>
  [...updated, ...books.map(({ book }) => book.updatedAt)].reduce(
    (latest, time) => (time > latest ? time : latest),
    NEVER
  )

/**
 * Returns the links to other pages of the list, with their relations. A page after the last page links to the last
 * page.
 */
export const adjacentPages = ({
  page,
  perPage,
  total
}: Paged): ReadonlyArray<readonly [rel: "first" | "last" | "previous" | "next", page: number]> => {
  const last = Math.max(1, Math.ceil(total / perPage))
  return [
    ...(last > 1 ? [["first", 1] as const, ["last", last] as const] : []),
    ...(page > 1 ? [["previous", Math.min(page - 1, last)] as const] : []),
    ...(page < last ? [["next", page + 1] as const] : [])
  ]
}

/** Returns the page number for a URL. Undefined for the first page, so that every page has only one URL. */
export const pageIn = (page: number): number | undefined => (page > 1 ? page : undefined)

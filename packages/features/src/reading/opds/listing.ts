import type { CatalogBook } from "./books.ts"

/** The location of a page: every path below a public URL has the public path as prefix. */
export interface FeedAddress {
  /** Path of the public address, empty for the root. */
  readonly base: string
  /** The path below the catalog, without the page number. */
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
}

export interface Paged {
  /** Starts at 1. */
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
  /** Number of books on that page. */
  readonly count?: number
  /** The book whose cover it shows. */
  readonly bookId?: string | undefined
}

/** Filters or orders of a list, of which one can be selected. */
export interface FacetGroup {
  readonly name: string
  readonly facets: ReadonlyArray<{
    readonly title: string
    /** Changes to the list's query; undefined removes a parameter. */
    readonly change: Readonly<Record<string, string | undefined>>
    /** True if the list currently has this filter or order. */
    readonly isActive: boolean
  }>
}

/** A page of the catalog, independent of its format. */
export interface Listing {
  /** Identifies the list. The same for everyone and for every page. */
  readonly id: string
  readonly title: string
  readonly kind: ListingKind
  readonly up?: string
  readonly paged?: Paged
  readonly facets?: ReadonlyArray<FacetGroup>
  readonly doors?: ReadonlyArray<Door>
  readonly books?: ReadonlyArray<CatalogBook>
  /** Last modification of the listed entries. */
  readonly updated?: ReadonlyArray<string>
  /** The query that its links keep. */
  readonly query?: FeedAddress["query"]
}

/**
 * The formats require a date everywhere. This one is used if there is none, because an unchanged page must stay
 * identical.
 */
export const NEVER = "1970-01-01T00:00:00Z"

export const updatedOf = ({ books = [], updated = [] }: Listing): string =>
  [...updated, ...books.map(({ book }) => book.updatedAt)].reduce(
    (latest, time) => (time > latest ? time : latest),
    NEVER
  )

/** The adjacent pages, by relation. A page past the end links to the last one. */
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

/** The address of the first page has no page number, so that each page has only one address. */
export const pageIn = (page: number): number | undefined => (page > 1 ? page : undefined)

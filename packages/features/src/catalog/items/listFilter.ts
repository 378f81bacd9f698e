import type { BookFormat } from "@media/books/BookFacts"
import type { Compiled } from "../filters/compile.ts"
import type { AnyItemFilter, ItemSortName, ItemStatus } from "./contract.ts"
import type { resolutions } from "./resolution.ts"
import type { SortStep, SortText } from "./sortText.ts"

/** List parameters that `readFieldParams` always or sometimes converts to conditions. */
export type ReadByFields = "durationMin" | "durationMax" | "status" | "resolution" | "format"

/**
 * A list filter after `asked` has parsed `q`. The text of `q` is no longer part of the filter, so that no query can
 * search for conditions as if they were plain words.
 */
export type ListFilter = Omit<AnyItemFilter, "q" | "sort" | ReadByFields> & {
  readonly q?: never
  readonly status?: ItemStatus | undefined
  readonly resolution?: (typeof resolutions)[number] | undefined
  readonly format?: BookFormat | undefined
  /**
   * Restricts the list to videos with this role. If absent, the list contains all videos except versions, parts and
   * extras.
   */
  readonly role?: "movie" | "episode" | "video"
  /** Restricts the list to episodes of this series. */
  readonly ofSeries?: string | undefined
  /** The first sort key: a named sort order or a sortable field. */
  readonly sort: ItemSortName | SortText
  /** Further sort keys, which order items with equal values of `sort`. */
  readonly then?: ReadonlyArray<SortStep>
  /** Words that must all occur in an item's names. */
  readonly words?: string
  /** All other conditions in `q`, and the conditions in field parameters. */
  readonly conditions?: Compiled
  /** Restricts the list to galleries in archives: all such galleries, or only those without an image marked NSFW. */
  readonly archives?: "all" | "unmarked"
}

/** The conditions of a filter, without sort order and page. */
export type ItemMatch = Omit<ListFilter, "page" | "perPage" | "sort" | "order"> &
  Partial<Pick<ListFilter, "sort">>

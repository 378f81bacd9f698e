import type { BookFormat } from "@media/books/BookFacts"
import type { Compiled } from "../filters/compile.ts"
import type { AnyItemFilter, ItemSortName, ItemStatus } from "./contract.ts"
import type { resolutions } from "./resolution.ts"
import type { SortStep, SortText } from "./sortText.ts"

/** Parameters that are always or sometimes read as conditions on fields. */
export type ReadByFields = "durationMin" | "durationMax" | "status" | "resolution" | "format"

/**
 * A list filter after `asked` has parsed `q`. The text of `q` is excluded, so that no query can treat conditions as
 * plain words and return other items than the list with the same `q`.
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
  /** One sort key: a named sort order or a sortable field. */
  readonly sort: ItemSortName | SortText
  /** More sort keys, for items with equal values of `sort`. */
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

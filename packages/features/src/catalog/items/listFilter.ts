import type { BookFormat } from "@media/books/BookFacts"
import type { Compiled } from "../filters/compile.ts"
import type { AnyItemFilter, ItemSortName, ItemStatus } from "./contract.ts"
import type { resolutions } from "./resolution.ts"
import type { SortStep, SortText } from "./sortText.ts"

/** Parameters that are conditions on fields, or may be. */
export type ReadByFields = "durationMin" | "durationMax" | "status" | "resolution" | "format"

/**
 * The filter of a list after `asked` has parsed its `q`. The text itself is excluded, so that no query can treat the
 * language as plain words and find other items than the list with the same `q`.
 */
export type ListFilter = Omit<AnyItemFilter, "q" | "sort" | ReadByFields> & {
  readonly q?: never
  readonly status?: ItemStatus | undefined
  readonly resolution?: (typeof resolutions)[number] | undefined
  readonly format?: BookFormat | undefined
  /** Videos of this role alone; without it, all but versions, parts and extras. */
  readonly role?: "movie" | "episode" | "video"
  /** Episodes of this series. */
  readonly ofSeries?: string | undefined
  /** One sort key: a named order, or a sortable field. */
  readonly sort: ItemSortName | SortText
  /** Orders items that are equal by `sort`. */
  readonly then?: ReadonlyArray<SortStep>
  /** Words that must all match in an item's names. */
  readonly words?: string
  /** Every other condition of `q`, and those of the field parameters. */
  readonly conditions?: Compiled
  /** Filters galleries in archives: all of them, or only those without an image marked NSFW. */
  readonly archives?: "all" | "unmarked"
}

/** The conditions of a filter, without its order and its page. */
export type ItemMatch = Omit<ListFilter, "page" | "perPage" | "sort" | "order"> &
  Partial<Pick<ListFilter, "sort">>

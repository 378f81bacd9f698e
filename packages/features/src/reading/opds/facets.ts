import { BookFormat } from "@media/books/BookFacts"
import { isUuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import type { Choices } from "./choices.ts"
import type { FacetGroup, FeedAddress } from "./listing.ts"

const ORDERS = {
  title: { sort: "title", order: "asc" },
  newest: { sort: "createdAt", order: "desc" },
  date: { sort: "date", order: "desc" }
} as const
type Order = keyof typeof ORDERS

const FORMATS: Readonly<Record<BookFormat, string>> = {
  epub: "EPUB",
  comic: "Comics",
  pdf: "PDF",
  other: "Other formats"
}

/** The filters and the sort order of a list. */
export interface Narrowed {
  readonly order: Order
  readonly libraryId: string | undefined
  readonly format: BookFormat | undefined
  readonly language: string | undefined
}

const isFormat = Schema.is(BookFormat)

/** Parses the filters in the query. Invalid values are ignored, because users edit URLs. */
export const narrowedBy = (query: FeedAddress["query"]): Narrowed => {
  const { format, language, library, order } = query as Record<string, string | undefined>
  return {
    order: order === "newest" || order === "date" ? order : "title",
    libraryId: library !== undefined && isUuid(library) ? library : undefined,
    format: isFormat(format) ? format : undefined,
    language:
      language !== undefined && /^[a-z0-9-]{1,35}$/i.test(language) ? language.toLowerCase() : undefined
  }
}

/** Converts filters and the sort order to the query of a link. */
export const queryOf = ({ format, language, libraryId, order }: Narrowed): FeedAddress["query"] => ({
  order: order === "title" ? undefined : order,
  library: libraryId,
  format,
  language
})

export const filterOf = ({ format, language, libraryId, order }: Narrowed): Partial<ListFilter> => ({
  ...ORDERS[order],
  ...(libraryId === undefined ? {} : { libraryId }),
  ...(format === undefined ? {} : { format }),
  ...(language === undefined ? {} : { language })
})

const names = new Intl.DisplayNames(["en"], { type: "language" })
const nameOfLanguage = (tag: string): string => {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}

const group = (
  name: string,
  parameter: string,
  active: string | undefined,
  options: ReadonlyArray<readonly [value: string | undefined, title: string]>
): FacetGroup => ({
  name,
  facets: options.map(([value, title]) => ({
    title,
    change: { [parameter]: value },
    isActive: value === active
  }))
})

/** True if there are at least two options besides "All". Groups with fewer options are not shown. */
const isChoice = ({ facets }: FacetGroup): boolean => facets.length > 2

/** Returns the sort orders and filters of a list. `isOfLibrary` is true if all books are from one library. */
export const facetsOf = (
  { format, language, libraryId, order }: Narrowed,
  { formats, languages, libraries }: Choices,
  { isOfLibrary = false } = {}
): ReadonlyArray<FacetGroup> => [
  group("Order", "order", order === "title" ? undefined : order, [
    [undefined, "Title"],
    ["newest", "Newest"],
    ["date", "Published"]
  ]),
  ...[
    ...(isOfLibrary
      ? []
      : [
          group("Library", "library", libraryId, [
            [undefined, "All libraries"],
            ...libraries.map(({ id, name }) => [id, name] as const)
          ])
        ]),
    group("Format", "format", format, [
      [undefined, "All formats"],
      ...formats.map((each) => [each, FORMATS[each]] as const)
    ]),
    group("Language", "language", language, [
      [undefined, "All languages"],
      ...languages.map((tag) => [tag, nameOfLanguage(tag)] as const)
    ])
  ].filter(isChoice)
]

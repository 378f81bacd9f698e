import type { ItemDefinition } from "../definition"
import type { ItemFilter, ItemSort } from "./filter"

/** Converts filters to query text. URLs of older versions contain each of these filters as a separate parameter. */
const inText = {
  libraryId: (id: string) => `library:${id}`,
  isFavorite: (on: boolean) => (on ? "is:favorite" : "isFavorite:false"),
  isWatched: (on: boolean) => (on ? "is:watched" : "is:unwatched"),
  isInProgress: (on: boolean) => (on ? "is:started" : "isInProgress:false"),
  resolution: (value: string) => `resolution:${value}`,
  durationMin: (seconds: number) => `duration>=${seconds}s`,
  durationMax: (seconds: number) => `duration<=${seconds}s`
} as const satisfies Partial<{
  readonly [K in keyof ItemFilter]: (value: NonNullable<ItemFilter[K]> & never) => string
}>
type TextKey = keyof typeof inText

/**
 * True for filters that the filter bar already shows as query text, which therefore need no chip. In the URL, the two
 * duration filters are combined into one parameter, `duration`.
 */
export const isInText = (key: string): boolean => key === "q" || key === "duration" || key in inText

/** Empties all quoted phrases, because words inside a phrase are not qualifiers. */
const unquoted = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""')

export const isSortedByText = (text = ""): boolean => /(?:^|\s)sort:\S/i.test(unquoted(text))
/** True if a query can sort by this order with `sort:`. */
export const isSortField = (sort: ItemSort): boolean => !["artist", "album", "ordinal"].includes(sort)
export const withoutSort = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\.)*")|(^|\s)sort:\S+/gi, (_all, phrase: string | undefined) => phrase ?? "")
    .trim()

const hasOr = (text: string): boolean => /\sOR\s|\s\|\s/.test(unquoted(text))

/**
 * Adds a scope, such as the performer of the page, to the query text. If the text contains OR, it is put in
 * parentheses, but its `sort:` stays outside.
 */
export const textInScope = (
  scope: Partial<ItemFilter> & Partial<ItemDefinition["part"]> & Readonly<Record<string, unknown>>,
  text: string
): string => {
  const conditions = Object.entries(scope).map(([field, value]) => `${field}:${String(value)}`)
  if (conditions.length === 0 || !hasOr(text)) return [...conditions, text].join(" ").trim()
  const sorting = unquoted(text).match(/(?<=^|\s)sort:\S+/gi) ?? []
  return [...conditions, `(${withoutSort(text)})`, ...sorting].join(" ")
}

/** Returns the whole filter as query text: `q` and the conditions that URLs of older versions contain as parameters. */
export const textOfFilter = (filter: ItemFilter): string => {
  const { q = "" } = filter
  const conditions = (Object.keys(inText) as ReadonlyArray<TextKey>).flatMap((key) => {
    const value = filter[key]
    return value === undefined ? [] : [(inText[key] as (value: unknown) => string)(value)]
  })
  // AND binds more tightly than OR, so a query with OR needs parentheses if conditions follow.
  const needsBrackets = conditions.length > 0 && hasOr(q)
  return [needsBrackets ? `(${q})` : q, ...conditions].filter((part) => part !== "").join(" ")
}

/**
 * The query field for each filter that is set only by links from other pages. The list shows these filters as chips.
 */
const linked = {
  artistId: "artist",
  author: "author",
  bookSeriesId: "bookSeries",
  inCollection: "inCollection",
  performer: "performer",
  studio: "studio",
  tag: "tag",
  status: "status"
} as const satisfies Partial<Readonly<Record<keyof ItemFilter, string>>>

const quoted = (value: string): string =>
  /^[\w-]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, "\\$&")}"`

/** Returns the filters that were set by links as query conditions, keyed by field. */
export const linkedConditions = (filter: ItemFilter): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (Object.keys(linked) as ReadonlyArray<keyof typeof linked>).flatMap((key) => {
      const value = filter[key]
      return value === undefined ? [] : [[linked[key], quoted(value)]]
    })
  )

/**
 * Replaces the query text of a filter. Removes the parameters of older URLs, whose conditions the text now contains.
 */
export const withText = (filter: ItemFilter, text: string): ItemFilter => {
  const rest = Object.fromEntries(
    Object.entries(filter).filter(([key]) => key !== "q" && !(key in inText))
  ) as unknown as ItemFilter
  return text === "" ? rest : { ...rest, q: text }
}

import type { ItemDefinition } from "../definition"
import type { ItemFilter, ItemSort } from "./filter"

/** The query text for each filter that older URLs contain as a separate parameter. */
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
 * Returns true for filters that the query text already shows, which therefore need no chip. The URL combines the two
 * duration filters in one parameter, `duration`.
 */
export const isInText = (key: string): boolean => key === "q" || key === "duration" || key in inText

/** Returns the text with empty quoted phrases, because words inside a phrase are not qualifiers. */
const unquoted = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""')

export const isSortedByText = (text = ""): boolean => /(?:^|\s)sort:\S/i.test(unquoted(text))
/** Returns true if the sort order is also a field of the query language. */
export const isSortField = (sort: ItemSort): boolean => !["artist", "album", "ordinal"].includes(sort)
export const withoutSort = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\.)*")|(^|\s)sort:\S+/gi, (_all, phrase: string | undefined) => phrase ?? "")
    .trim()

const hasOr = (text: string): boolean => /\sOR\s|\s\|\s/.test(unquoted(text))

/**
 * Combines the query text with a scope, such as the performer of the page. Keeps `sort:` outside of the parentheses.
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

/** Returns the whole filter as query text: `q`, plus the conditions that an older URL has as parameters. */
export const textOfFilter = (filter: ItemFilter): string => {
  const { q = "" } = filter
  const conditions = (Object.keys(inText) as ReadonlyArray<TextKey>).flatMap((key) => {
    const value = filter[key]
    return value === undefined ? [] : [(inText[key] as (value: unknown) => string)(value)]
  })
  // AND has precedence over OR, so a query with OR needs parentheses if conditions follow.
  const needsBrackets = conditions.length > 0 && hasOr(q)
  return [needsBrackets ? `(${q})` : q, ...conditions].filter((part) => part !== "").join(" ")
}

/** The field of the query language for each filter that only links set. The list shows these filters as chips. */
const linked = {
  artistId: "artist",
  authorId: "author",
  bookSeriesId: "bookSeries",
  inCollection: "inCollection",
  performer: "performer",
  studio: "studio",
  tag: "tag",
  status: "status"
} as const satisfies Partial<Readonly<Record<keyof ItemFilter, string>>>

const quoted = (value: string): string =>
  /^[\w-]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, "\\$&")}"`

/** Returns the filters that links set as conditions, keyed by field. */
export const linkedConditions = (filter: ItemFilter): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (Object.keys(linked) as ReadonlyArray<keyof typeof linked>).flatMap((key) => {
      const value = filter[key]
      return value === undefined ? [] : [[linked[key], quoted(value)]]
    })
  )

/** Replaces the query text of a filter, and removes the parameters of older URLs. */
export const withText = (filter: ItemFilter, text: string): ItemFilter => {
  const rest = Object.fromEntries(
    Object.entries(filter).filter(([key]) => key !== "q" && !(key in inText))
  ) as unknown as ItemFilter
  return text === "" ? rest : { ...rest, q: text }
}

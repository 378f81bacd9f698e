import type { ItemDefinition } from "../definition"
import type { ItemFilter, ItemSort } from "./filter"

/** Parts of the filter that older URLs contain as separate parameters, and the query text of each. */
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
 * Filters that the query text already shows, so they need no chip. The URL combines two fields in one parameter,
 * `duration`.
 */
export const isInText = (key: string): boolean => key === "q" || key === "duration" || key in inText

/** Empties quoted phrases, because words inside them are not qualifiers. */
const unquoted = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""')

export const isSortedByText = (text = ""): boolean => /(?:^|\s)sort:\S/i.test(unquoted(text))
/** Sort orders that are also fields of the query language. */
export const isSortField = (sort: ItemSort): boolean => !["artist", "album", "ordinal"].includes(sort)
export const withoutSort = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\.)*")|(^|\s)sort:\S+/gi, (_all, phrase: string | undefined) => phrase ?? "")
    .trim()

const hasOr = (text: string): boolean => /\sOR\s|\s\|\s/.test(unquoted(text))

/** The query text combined with a scope, such as the person of the page. Sorting stays outside of the brackets. */
export const textInScope = (
  scope: Partial<ItemFilter> & Partial<ItemDefinition["part"]>,
  text: string
): string => {
  const conditions = Object.entries(scope).map(([field, value]) => `${field}:${String(value)}`)
  if (conditions.length === 0 || !hasOr(text)) return [...conditions, text].join(" ").trim()
  const sorting = unquoted(text).match(/(?<=^|\s)sort:\S+/gi) ?? []
  return [...conditions, `(${withoutSort(text)})`, ...sorting].join(" ")
}

/** The filter as one text: `q`, and the conditions that an older URL has as parameters. */
export const textOfFilter = (filter: ItemFilter): string => {
  const { q = "" } = filter
  const conditions = (Object.keys(inText) as ReadonlyArray<TextKey>).flatMap((key) => {
    const value = filter[key]
    return value === undefined ? [] : [(inText[key] as (value: unknown) => string)(value)]
  })
  // AND binds closer than OR, so an OR in front of further conditions needs brackets.
  const needsBrackets = conditions.length > 0 && hasOr(q)
  return [needsBrackets ? `(${q})` : q, ...conditions].filter((part) => part !== "").join(" ")
}

/** Replaces the text of a filter; `q` then contains all of it. */
export const withText = (filter: ItemFilter, text: string): ItemFilter => {
  const rest = Object.fromEntries(
    Object.entries(filter).filter(([key]) => key !== "q" && !(key in inText))
  ) as unknown as ItemFilter
  return text === "" ? rest : { ...rest, q: text }
}

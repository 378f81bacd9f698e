import type { Ids } from "./Classification.ts"

/** An id in a name: `[tmdbid=603]`, `{tvdb-3}`, `tt0133093`. */
export interface IdTag {
  readonly kind: string
  readonly value: string
  readonly start: number
  readonly end: number
}

const known = new Set(["imdb", "tmdb", "tvdb", "anidb", "anilist", "anisearch", "tvmaze", "mal"])
const digitsOnly = new Set(["tmdb", "tvdb", "anidb", "anilist", "anisearch", "tvmaze", "mal"])
/** Databases that contain series but not movies. */
const ofSeries = new Set(["tvdb", "anidb", "anilist", "tvmaze"])

const tag = /([[({])([a-z][a-z0-9]{0,20})(?:[\s_-]?id)?\s?([=-])\s?([\w-]{1,40})([\])}])/gi
const bareImdb = /(?<![a-z0-9])tt\d{7,9}(?![a-z0-9])/gi
const closing: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" }

const valueOf = (kind: string, value: string): string | null => {
  if (kind === "imdb")
    return /^tt\d{7,9}$/i.test(value) ? value.toLowerCase() : /^\d{7,9}$/.test(value) ? `tt${value}` : null
  if (digitsOnly.has(kind)) return /^\d{1,12}$/.test(value) ? value : null
  return value
}

const kindOf = (word: string): string => {
  const lower = word.toLowerCase()
  return lower.endsWith("id") && lower.length > 2 && lower !== "id" ? lower.slice(0, -2) : lower
}

/** Returns all id tags in a name, in order. A tag of an unknown database must contain an equals sign. */
export const idTags = (text: string): ReadonlyArray<IdTag> => {
  const tags: Array<IdTag> = []
  if (/[=-]/.test(text) && /[[({]/.test(text))
    for (const { 0: whole, 1: open, 2: word, 3: sign, 4: value, 5: close, index } of text.matchAll(tag)) {
      if (closing[open!] !== close) continue
      const kind = kindOf(word!)
      if (!known.has(kind) && (sign !== "=" || kind === "edition")) continue
      const read = valueOf(kind, value!)
      if (read !== null) tags.push({ kind, value: read, start: index, end: index + whole.length })
    }
  if (/tt\d/i.test(text))
    for (const { 0: value, index } of text.matchAll(bareImdb))
      if (!tags.some(({ end, start }) => index >= start && index < end))
        tags.push({ kind: "imdb", value: value.toLowerCase(), start: index, end: index + value.length })
  return tags
}

/** Returns the first id of each database. */
export const idsOf = (tags: ReadonlyArray<IdTag>): Ids => {
  const ids: Record<string, string> = {}
  for (const { kind, value } of tags) if (!Object.hasOwn(ids, kind)) ids[kind] = value
  return ids
}

export const isSeriesTag = ({ kind }: IdTag): boolean => ofSeries.has(kind)

/** Replaces the tags with spaces, so that all other characters keep their offsets. */
export const withoutTags = (text: string, tags: ReadonlyArray<IdTag>): string => {
  let rest = text
  for (const { end, start } of tags) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end)
  return rest
}

import { attributeOf, textOf } from "@media/xml/XmlElement"
import type { NfoKind } from "../NfoFields.ts"
import { allOf, cleanLine, type Elements } from "./elements.ts"

const names: Readonly<Record<string, string>> = {
  themoviedb: "tmdb",
  moviedb: "tmdb",
  thetvdb: "tvdb",
  imdbid: "imdb"
}

const keyOf = (name: string): string => {
  const lower = name.trim().toLowerCase()
  return names[lower] ?? lower
}

const isId = (key: string, value: string): boolean =>
  /^[a-z0-9]{1,20}$/.test(key) &&
  value !== "" &&
  value.length <= 100 &&
  (key !== "imdb" || /^tt\d{5,10}$/.test(value))

const single: Readonly<Record<string, string>> = {
  imdbid: "imdb",
  imdb_id: "imdb",
  tmdbid: "tmdb",
  tvdbid: "tvdb",
  anidbid: "anidb",
  anilistid: "anilist",
  tvmazeid: "tvmaze"
}

/** Returns the database of the element `id`, which depends on the kind of file. Returns null if it is unknown. */
const keyOfId = (kind: NfoKind, value: string): string | null => {
  if (/^tt\d/.test(value)) return "imdb"
  if (kind === "tvshow") return "tvdb"
  return null
}

/**
 * Returns the ids in external databases. `uniqueid` takes precedence over older elements, and the first element takes
 * precedence over later ones.
 */
export const externalIds = (elements: Elements, kind: NfoKind): Readonly<Record<string, string>> => {
  const ids: Record<string, string> = {}
  const add = (key: string, value: string) => {
    if (isId(key, value) && !Object.hasOwn(ids, key)) ids[key] = value
  }
  for (const element of allOf(elements, "uniqueid")) {
    const type = attributeOf(element, "type")
    if (type !== undefined) add(keyOf(type), cleanLine(textOf(element)))
  }
  for (const [name, key] of Object.entries(single))
    for (const element of allOf(elements, name)) add(key, cleanLine(textOf(element)))
  for (const element of allOf(elements, "id")) {
    const value = cleanLine(textOf(element))
    const key = keyOfId(kind, value)
    if (key !== null) add(key, value)
  }
  return ids
}

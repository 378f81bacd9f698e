import { translate } from "@/lib/messages"
import type { ItemDetail } from "../definition"
import { messages } from "./sourceMessages"

const fields = [
  "title",
  "originalTitle",
  "sortTitle",
  "tagline",
  "date",
  "details",
  "contentRating",
  "communityRating",
  "runtimeMinutes",
  "externalIds",
  "code",
  "urls",
  "set",
  "countries",
  "status",
  "performers",
  "studio",
  "tags",
  "authors",
  "artwork"
] as const
export type SourcedField = (typeof fields)[number]
type SourceValue = ItemDetail["sources"][string][number]

export interface SourceRow {
  readonly field: SourcedField
  readonly name: string
  readonly value: string
  /** The source of the displayed value. */
  readonly source: string
  /** The source whose value a reset of the manual edit would restore, or null if there is none. */
  readonly next: string | null
  readonly isEdited: boolean
}

export const fieldName = (field: SourcedField): string =>
  translate(messages, field === "tags" ? "tags_" : field)

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

export const sourceText = ({ by, ref, source }: SourceValue): string => {
  if (source === "user" && by !== null) return translate(messages, "userBy", { name: by })
  if (source === "nfo" && ref !== null) return translate(messages, "nfoFile", { file: fileName(ref) })
  return translate(messages, source)
}

const nameOf = (value: unknown): string =>
  typeof value === "object" && value !== null && "name" in value ? String(value.name) : String(value)

/** Formats a value as one line of text. */
export const valueText = (field: SourcedField, value: unknown): string => {
  if (value === null || value === undefined || value === "") return translate(messages, "empty")
  if (Array.isArray(value))
    return value.length === 0 ? translate(messages, "empty") : [...new Set(value.map(nameOf))].join(", ")
  if (typeof value !== "object") return String(value)
  if (field === "set") return nameOf(value)
  if (field === "artwork")
    return Object.values(value)
      .map(({ path }: { readonly path: string }) => fileName(path))
      .join(", ")
  return Object.entries(value)
    .map(([name, id]) => `${name} ${String(id)}`)
    .join(", ")
}

/** Returns the fields for which the source of the value is known, in display order. */
export const sourceRows = ({ sources }: Pick<ItemDetail, "sources">): ReadonlyArray<SourceRow> =>
  fields.flatMap((field): ReadonlyArray<SourceRow> => {
    const [deciding, next] = sources[field] ?? []
    if (deciding === undefined) return []
    return [
      {
        field,
        name: fieldName(field),
        value: valueText(field, deciding.value),
        source: sourceText(deciding),
        next: next === undefined ? null : sourceText(next),
        isEdited: deciding.source === "user"
      }
    ]
  })

const pages: Readonly<Record<string, (id: string, kind: string) => string>> = {
  imdb: (id) => `https://www.imdb.com/title/${id}/`,
  tmdb: (id, kind) => `https://www.themoviedb.org/${kind === "series" ? "tv" : "movie"}/${id}`,
  tvdb: (id, kind) => `https://thetvdb.com/dereferrer/${kind}/${id}`,
  tvmaze: (id) => `https://www.tvmaze.com/shows/${id}`,
  anidb: (id) => `https://anidb.net/anime/${id}`,
  anilist: (id) => `https://anilist.co/anime/${id}`,
  musicbrainz: (id) => `https://musicbrainz.org/recording/${id}`
}
const databases: Readonly<Record<string, string>> = {
  imdb: "IMDb",
  tmdb: "TMDB",
  tvdb: "TheTVDB",
  tvmaze: "TVmaze",
  anidb: "AniDB",
  anilist: "AniList",
  musicbrainz: "MusicBrainz"
}

export interface DatabaseLink {
  readonly database: string
  readonly id: string
  /** Undefined for unknown databases and malformed ids. */
  readonly href: string | undefined
}

/**
 * Returns links to the item's pages in other databases. TMDB ids of episodes are omitted, because TMDB pages of
 * episodes are not addressed by id.
 */
export const databaseLinks = (
  ids: Readonly<Record<string, string>>,
  kind: string
): ReadonlyArray<DatabaseLink> =>
  Object.entries(ids).map(([name, id]) => {
    const isPlain = /^[A-Za-z0-9-]{1,60}$/.test(id)
    const hasPage = !(kind === "episode" && name === "tmdb")
    return {
      database: databases[name] ?? name,
      id,
      href: isPlain && hasPage ? pages[name]?.(id, kind) : undefined
    }
  })

import type { Facts, Ids, SeriesFacts } from "./Classification.ts"
import { foldedTitle } from "./path.ts"

/** Databases in order of preference. The first one with an id identifies the work. */
const ofSeries = ["tvdb", "tmdb", "imdb", "anidb", "anilist", "tvmaze"]
const ofMovies = ["imdb", "tmdb", "tvdb"]

const byId = (ids: Ids, databases: ReadonlyArray<string>): string | null => {
  for (const database of databases) if (ids[database] !== undefined) return `${database}:${ids[database]}`
  return null
}

const byTitle = (title: string, year: number | null): string => `title:${foldedTitle(title)}:${year ?? ""}`

/**
 * Returns a key that identifies a series within a library: an id in an external database, or else
 * the year and the title without case and punctuation.
 */
export const seriesKey = ({ ids, title, year }: SeriesFacts): string =>
  byId(ids, ofSeries) ?? byTitle(title, year)

/**
 * Returns a key that identifies a file's episodes within its series. A range has its own key: `S01E01` and `S01E01E02`
 * are two works. Null for an episode without a number.
 */
export const spanKey = ({
  airDate,
  episode,
  episodeEnd,
  part,
  season
}: Pick<Facts, "airDate" | "episode" | "episodeEnd" | "part" | "season">): string | null => {
  if (episode !== null) return `s${season ?? 1}e${episode}-${episodeEnd ?? episode}`
  return airDate === null ? null : `d${airDate}${part === null ? "" : `p${part}`}`
}

/** Returns a key that identifies a movie within a library. */
export const movieKey = ({ ids, title, year }: Pick<Facts, "ids" | "title" | "year">): string =>
  byId(ids, ofMovies) ?? byTitle(title, year)

import type { VideoClassified } from "./events.ts"

type VideoRole = VideoClassified["role"]

export interface SeriesName {
  readonly title: string
  readonly year: number | null
  /** Ids in online databases, keyed by database, such as `{ tvdb: "3" }`. */
  readonly ids: Readonly<Record<string, string>>
}

/** The position of a special among the regular episodes. */
export interface Airs {
  readonly beforeSeason?: number | null | undefined
  readonly beforeEpisode?: number | null | undefined
  readonly afterSeason?: number | null | undefined
}

/** The facts of a video, derived from its name or entered by a user. */
export interface VideoFacts {
  readonly role: VideoRole
  readonly title: string | null
  readonly year: number | null
  readonly ids: Readonly<Record<string, string>>
  readonly series: SeriesName | null
  readonly season: number | null
  readonly episode: number | null
  readonly episodeEnd: number | null
  readonly absolute: number | null
  readonly airDate: string | null
  readonly airs: Airs | null
}

export const plainVideo: VideoFacts = {
  role: "video",
  title: null,
  year: null,
  ids: {},
  series: null,
  season: null,
  episode: null,
  episodeEnd: null,
  absolute: null,
  airDate: null,
  airs: null
}

/**
 * Sets the season of an episode that has none: the year of the air date if the episode has only a date, and season 1
 * otherwise.
 */
export const withSeason = (facts: VideoFacts): VideoFacts => {
  if (facts.role !== "episode" || facts.season !== null) return facts
  const year = facts.episode === null && facts.airDate !== null ? Number(facts.airDate.slice(0, 4)) : 1
  return { ...facts, season: year }
}

const sorted = (value: unknown): unknown =>
  value === null || typeof value !== "object" || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sorted(each)])
      )

/** Returns JSON by which facts can be compared. The keys are sorted, because the database does not keep their order. */
export const canonicalFacts = (facts: VideoFacts): string => JSON.stringify(sorted(facts))

/** Returns the facts in an event. */
export const factsOf = (event: VideoClassified): VideoFacts => ({
  role: event.role,
  title: event.title,
  year: event.year,
  ids: event.ids,
  series: event.series ?? null,
  season: event.season ?? null,
  episode: event.episode ?? null,
  episodeEnd: event.episodeEnd ?? null,
  absolute: event.absolute ?? null,
  airDate: event.airDate ?? null,
  airs: event.airs ?? null
})

/**
 * Returns the title of an episode. If the file name contains no title, returns a title with the episode number, such as
 * `Episode 5`, or else the air date.
 */
export const episodeTitle = ({ airDate, episode, episodeEnd, title }: VideoFacts): string | null => {
  if (title !== null && title !== "") return title
  if (episode === null) return airDate
  return episodeEnd === null || episodeEnd === episode
    ? `Episode ${episode}`
    : `Episodes ${episode}–${episodeEnd}`
}

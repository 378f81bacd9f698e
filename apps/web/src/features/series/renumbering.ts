import type { EpisodeSummary } from "@media/features/media/series/episodeContract"

type Numbered = Pick<EpisodeSummary, "id" | "season" | "episode" | "episodeEnd">

export interface Renumbered {
  readonly id: string
  readonly season: number
  readonly episode: number
  readonly episodeEnd: number | null
}

/**
 * Numbers the episodes consecutively in the given order, starting at `first`. A file that contains several episodes
 * gets one number for each of them.
 */
export const renumbered = (
  episodes: ReadonlyArray<Numbered>,
  season: number,
  first: number
): ReadonlyArray<Renumbered> => {
  let next = first
  return episodes.map(({ episode, episodeEnd, id }) => {
    const more = episode === null || episodeEnd === null ? 0 : Math.max(0, episodeEnd - episode)
    const own = { id, season, episode: next, episodeEnd: more === 0 ? null : next + more }
    next += more + 1
    return own
  })
}

/** Returns the episodes whose numbers change. */
export const changedOf = (
  episodes: ReadonlyArray<Numbered>,
  wanted: ReadonlyArray<Renumbered>
): ReadonlyArray<Renumbered> => {
  const before = new Map(episodes.map((episode) => [episode.id, episode]))
  return wanted.filter(({ episode, episodeEnd, id, season }) => {
    const known = before.get(id)
    return known?.season !== season || known.episode !== episode || (known.episodeEnd ?? null) !== episodeEnd
  })
}

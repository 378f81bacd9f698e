import type { VideoNumbered } from "./events.ts"

/** The numbers of an episode that a reviewed result states; null for those that it does not state. */
export type ReviewedNumbers = Pick<typeof VideoNumbered.Type, "season" | "episode" | "episodeEnd" | "airDate">

export const noNumbers: ReviewedNumbers = { season: null, episode: null, episodeEnd: null, airDate: null }

/** The facts of the name, with the stated numbers in place of its own. The last episode belongs to the first one. */
export const withNumbers = <Facts extends ReviewedNumbers>(
  facts: Facts,
  { airDate, episode, episodeEnd, season }: ReviewedNumbers
): Facts => ({
  ...facts,
  season: season ?? facts.season,
  episode: episode ?? facts.episode,
  episodeEnd: episode === null || episode === facts.episode ? (episodeEnd ?? facts.episodeEnd) : episodeEnd,
  airDate: airDate ?? facts.airDate
})

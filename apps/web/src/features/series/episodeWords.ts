import type { EpisodeSummary } from "@media/features/media/series/episodeContract"
import { plainDate } from "@/lib/format"
import { runtime, timeLeft } from "@/features/items/state/runtime"

type Numbered = Pick<EpisodeSummary, "season" | "episode" | "episodeEnd">

const span = (first: number, last: number | null): string =>
  last === null || last === first ? String(first) : `${first}–${last}`

/** Returns the code of an episode, such as "S1 E3" or "S1 E1–2". Undefined for an episode without a number. */
export const codeOf = ({ episode, episodeEnd, season }: Numbered): string | undefined =>
  episode === null ? undefined : `S${season ?? 1} E${span(episode, episodeEnd)}`

/** Returns the title with the episode number: "3. Rooftops". */
export const numberedTitle = ({
  episode,
  episodeEnd,
  title
}: Numbered & Pick<EpisodeSummary, "title">): string =>
  episode === null ? title : `${span(episode, episodeEnd)}. ${title}`

/**
 * Returns the air date and the duration: "31 May 2024 · 24 min". An episode in progress shows the remaining time
 * instead of the duration.
 */
export const factsOf = ({
  airDate,
  duration,
  userState
}: Pick<EpisodeSummary, "airDate" | "duration" | "userState">): string =>
  [
    airDate === null ? undefined : plainDate(airDate),
    duration === null
      ? undefined
      : userState.position > 0
        ? timeLeft(duration, userState.position)
        : runtime(duration)
  ]
    .filter(Boolean)
    .join(" · ")

/**
 * Returns the fraction of the episode that the user has watched, from 0 to 1. Undefined if the user has not started
 * it.
 */
export const progressOf = ({
  duration,
  userState
}: Pick<EpisodeSummary, "duration" | "userState">): number | undefined =>
  duration && userState.position > 0 ? Math.min(1, userState.position / duration) : undefined

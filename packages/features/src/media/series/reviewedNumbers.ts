import type { VideoClassified, VideoNumbered, VideoRenumbered } from "./events.ts"
import { episodeTitle, factsOf, type VideoFacts } from "./facts.ts"

/** The numbers of an episode in a reviewed result. Numbers that the result does not contain are null. */
export type ReviewedNumbers = Pick<typeof VideoNumbered.Type, "season" | "episode" | "episodeEnd" | "airDate">

export const noNumbers: ReviewedNumbers = { season: null, episode: null, episodeEnd: null, airDate: null }

/**
 * Replaces the numbers from the file name with the reviewed numbers that are not null. If the first episode number
 * changes, the last episode number from the file name is not kept.
 */
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

/** The classification of a video by its name or by a user, including the numbers that a reviewer has selected since. */
export interface ClassifiedVideo {
  readonly facts: VideoFacts
  readonly isByHand: boolean
}

/** Applies an event to the classification of a video. Unrelated events leave the classification unchanged. */
export const classifiedAfter = (
  before: ClassifiedVideo,
  event: VideoClassified | typeof VideoRenumbered.Type | { readonly _tag: string }
): ClassifiedVideo => {
  if (event._tag === "video.classified.v1") {
    const classified = event as VideoClassified
    return { facts: factsOf(classified), isByHand: classified.isByHand }
  }
  if (event._tag !== "video.renumbered.v1") return before
  const { airDate, episode, episodeEnd, season } = event as typeof VideoRenumbered.Type
  return { ...before, facts: { ...before.facts, airDate, episode, episodeEnd, season } }
}

/** Returns the event that sets these numbers on an episode that a user had classified. */
export const renumberedTo = (
  facts: VideoFacts,
  numbers: ReviewedNumbers,
  where: Pick<typeof VideoRenumbered.Type, "libraryId" | "ref">
): typeof VideoRenumbered.Type => ({
  _tag: "video.renumbered.v1",
  ...where,
  ...numbers,
  shownTitle: episodeTitle({ ...facts, ...numbers })
})

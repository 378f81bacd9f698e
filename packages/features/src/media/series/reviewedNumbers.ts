import type { VideoClassified, VideoNumbered, VideoRenumbered } from "./events.ts"
import { episodeTitle, factsOf, type VideoFacts } from "./facts.ts"

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

/** The classification of a video by its name or a user, with the numbers that a reviewer selected since. */
export interface ClassifiedVideo {
  readonly facts: VideoFacts
  readonly isByHand: boolean
}

/** Folds the classifications of a video, and ignores all other events. */
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

/** The event that gives an episode that a user classified these numbers. */
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

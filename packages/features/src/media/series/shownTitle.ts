import { videoKind } from "../videos/kind.ts"
import { episodeTitle, type VideoFacts } from "./facts.ts"

/** The title that lists show of a video without a title by hand: that of the work, or else what its file name says. */
export const shownTitle = (facts: VideoFacts, path: string): string => {
  const byName = () => videoKind.titleOf(path.slice(path.lastIndexOf("/") + 1))
  if (facts.role === "episode") return episodeTitle(facts) ?? byName()
  return facts.title === null || facts.title === "" ? byName() : facts.title
}

import { videoKind } from "../videos/kind.ts"
import { episodeTitle, type VideoFacts } from "./facts.ts"

/** The title of a video by its name: the title of the work, or the one from its file name. */
export const shownTitle = (facts: VideoFacts, path: string): string => {
  const byName = () => videoKind.titleOf(path.slice(path.lastIndexOf("/") + 1))
  if (facts.role === "episode") return episodeTitle(facts) ?? byName()
  return facts.title === null || facts.title === "" ? byName() : facts.title
}

import { videoKind } from "../videos/kind.ts"
import { episodeTitle, type VideoFacts } from "./facts.ts"

/** Returns the title of a video from its name: the title of the work, or else a readable form of the file name. */
export const shownTitle = (facts: VideoFacts, path: string): string => {
  const byName = () => videoKind.titleOf(path.slice(path.lastIndexOf("/") + 1))
  if (facts.role === "episode") return episodeTitle(facts) ?? byName()
  return facts.title === null || facts.title === "" ? byName() : facts.title
}

import { type Facts, noFacts, type Stated } from "../Classification.ts"
import type { VideoFile } from "../tree/Tree.ts"
import { markWhole } from "./proof.ts"
import type { Reading } from "./Reading.ts"

const seriesOf = (stated: Stated, facts: Facts): Facts["series"] => {
  if (stated.role !== "episode") return null
  const none = { title: "", year: null, ids: {}, folder: null }
  const series = facts.series ?? none
  return stated.seriesTitle === undefined ? series : { ...series, title: stated.seriesTitle }
}

/** Rules 1 and 2 of the decision: a user or an NFO file decides, and the name provides the rest. */
export const readStated = (
  file: VideoFile,
  stated: Stated,
  rule: "override" | "nfo",
  byName: Reading | null
): Reading => {
  const facts = byName?.facts ?? noFacts
  const isEpisode = stated.role === "episode"
  const means = rule === "override" ? "decided by hand" : "the NFO file next to it says so"
  return {
    role: stated.role,
    facts: {
      ...facts,
      title: stated.title ?? facts.title,
      year: stated.year ?? facts.year,
      ids: { ...facts.ids, ...stated.ids },
      series: seriesOf(stated, facts),
      season: isEpisode ? (stated.season ?? facts.season ?? 1) : null,
      episode: isEpisode ? (stated.episode ?? facts.episode) : null,
      episodeEnd: isEpisode
        ? stated.episode === undefined
          ? facts.episodeEnd
          : (stated.episodeEnd ?? null)
        : null,
      extraType: stated.role === "extra" ? (stated.extraType ?? facts.extraType ?? "other") : null
    },
    proof: [markWhole(file.segment, rule, means), ...(byName?.proof ?? [])],
    rule,
    confidence: rule === "override" ? 1 : 0.99
  }
}

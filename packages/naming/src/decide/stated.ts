import { type Facts, noFacts, type Stated } from "../Classification.ts"
import type { VideoFile } from "../tree/Tree.ts"
import { rootOf, titleOfFolder } from "../tree/folders.ts"
import { markWhole } from "./proof.ts"
import type { Reading } from "./Reading.ts"

/**
 * Returns the series of an episode. If a user entered a title, it replaces the title in the file and folder names. The
 * NFO files of one series often spell the title of the series differently, so the title in an NFO file is used only if
 * no name contains a title.
 */
const seriesOf = (
  stated: Stated,
  facts: Facts,
  { file, rule }: { readonly file: VideoFile; readonly rule: "override" | "nfo" }
): Facts["series"] => {
  if (stated.role !== "episode") return null
  const series = facts.series ?? { title: "", year: null, ids: {}, folder: null }
  const given = stated.seriesTitle?.trim() ?? ""
  // The name of the library's folder is used only if there is no other name.
  const isOfRoot = series.folder === null && series.title === titleOfFolder(rootOf(file.folder)).title
  const named = rule === "override" || isOfRoot ? given || series.title : series.title || given
  const ofFolder = file.folder.parent === null ? "" : titleOfFolder(file.folder).title
  return { ...series, title: named || ofFolder || file.text.trim() }
}

/** Classifies a file by the facts that a user or an NFO file states. The name provides only the remaining facts. */
export const readStated = (
  file: VideoFile,
  stated: Stated,
  rule: "override" | "nfo",
  byName: Reading | null
): Reading => {
  const facts = byName?.facts ?? noFacts
  const isEpisode = stated.role === "episode"
  const means = rule === "override" ? "set manually" : "the NFO file next to it says so"
  return {
    role: stated.role,
    facts: {
      ...facts,
      title: stated.title ?? facts.title,
      year: stated.year ?? facts.year,
      ids: { ...facts.ids, ...stated.ids },
      series: seriesOf(stated, facts, { file, rule }),
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

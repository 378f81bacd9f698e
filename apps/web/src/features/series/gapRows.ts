import type { EpisodeSummary } from "@media/features/media/series/episodeContract"

type Numbered = Pick<EpisodeSummary, "episode" | "episodeEnd">
export type SeasonRow<Episode extends Numbered = EpisodeSummary> =
  | { readonly kind: "episode"; readonly episode: Episode }
  /** Episode numbers without a file. */
  | { readonly kind: "gap"; readonly from: number; readonly to: number }

/**
 * Episodes in order, with missing episodes where the numbers skip. A season may start at any number, because some
 * series number all their episodes in one sequence.
 */
export const withGaps = <Episode extends Numbered>(
  episodes: ReadonlyArray<Episode>
): ReadonlyArray<SeasonRow<Episode>> => {
  let last: number | undefined
  return episodes.flatMap((episode): ReadonlyArray<SeasonRow<Episode>> => {
    const { episode: first, episodeEnd } = episode
    const row = { kind: "episode" as const, episode }
    if (first === null) return [row]
    const from = last === undefined ? first : last + 1
    last = Math.max(last ?? first, episodeEnd ?? first)
    return from < first ? [{ kind: "gap", from, to: first - 1 }, row] : [row]
  })
}

import type { EpisodeSummary } from "@media/features/media/series/episodeContract"

type Numbered = Pick<EpisodeSummary, "episode" | "episodeEnd">
export type SeasonRow<Episode extends Numbered = EpisodeSummary> =
  | { readonly kind: "episode"; readonly episode: Episode }
  /** A range of episode numbers without files. */
  | { readonly kind: "gap"; readonly from: number; readonly to: number }

/**
 * Returns the episodes in order, with gap rows for missing numbers. A season may start at any number, because some
 * series number their episodes consecutively across seasons.
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

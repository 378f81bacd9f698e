import type { Principal } from "@media/wire/Security"
import * as Schema from "effect/Schema"

/** Counts of the episodes below a group, as one column. */
export const CountsRow = Schema.Struct({
  seasons: Schema.Number,
  episodes: Schema.Number,
  unwatched: Schema.Number,
  watched: Schema.Number,
  missing: Schema.Number,
  seconds: Schema.Number,
  /** Present episodes of seasons from 1 on, which decide whether a group counts as watched. */
  main: Schema.Number
})
export type Counts = typeof CountsRow.Type

/** Account ids come from sessions. No other value is ever written into the text of a statement. */
const literalId = (id: string): string => `'${id.replaceAll(/[^0-9a-f-]/gi, "")}'::uuid`

/** A file with two episodes counts as two. */
const span = "(1 + greatest(0, coalesce(e.episode_end - e.episode, 0)))"

const isMainOf = { series: "e.season <> 0", season: "true" } as const

/** The episodes `c` in seasons `s` that a caller sees below a row `v`. */
const below = (kind: "series" | "season", showNsfw: boolean): string =>
  `items s join items c on c.parent_id = s.id where ${
    kind === "series" ? "s.parent_id = v.id and s.kind = 'season'" : "s.id = v.id"
  } and c.kind = 'video' and c.library_id = v.library_id${showNsfw ? "" : " and not c.is_nsfw"}`

/**
 * Tells whether the caller has watched a row `v` of a series or a season: all of its episodes, or the row itself if it
 * has none. Stops at the first episode that decides.
 */
export const isWatchedBy = (
  kind: "series" | "season",
  { accountId, showNsfw }: Pick<Principal, "accountId" | "showNsfw">
): string => {
  const own = (item: string) =>
    `exists (select from user_items w where w.item_id = ${item} and w.account_id = ${literalId(accountId)} and w.is_watched)`
  const anyEpisode = (where: string) => `exists (
    select from (select c.id, c.status from ${below(kind, showNsfw)}) b join video_episodes e on e.item_id = b.id
    where b.status <> 'missing' and ${isMainOf[kind]} and ${where})`
  return `(case when ${anyEpisode(`not ${own("b.id")}`)} then false when ${anyEpisode("true")} then true
    else ${own("v.id")} end)`
}

/**
 * Counts of the episodes that this caller sees below a row `v` of a series or a season. Specials count as unwatched in their own
 * season alone: a series is watched without them. The number of a season is its position in the series. Facts of episodes are read
 * only for files with several of them, which a small index contains: that halves the time of a list of series.
 */
export const countsOf = (kind: "series" | "season", { accountId, showNsfw }: Principal): string => {
  const isMain = kind === "series" ? "b.season is distinct from 0" : "true"
  const sum = (where: string) => `coalesce(sum(${span}) filter (where ${where}), 0)::int`
  return `(select jsonb_build_object(
      'seasons', count(distinct b.season_id), 'episodes', ${sum("b.status <> 'missing'")},
      'unwatched', ${sum(`b.status <> 'missing' and ${isMain} and not coalesce(w.is_watched, false)`)},
      'watched', ${sum("b.status <> 'missing' and coalesce(w.is_watched, false)")},
      'missing', ${sum("b.status = 'missing'")}, 'seconds', coalesce(sum(b.duration), 0),
      'main', ${sum(`b.status <> 'missing' and ${isMain}`)})
    from (select c.id, c.status, c.duration, s.id as season_id, s.ordinal as season from ${below(kind, showNsfw)}) b
      left join video_episodes e on e.item_id = b.id and e.episode_end > e.episode
      left join user_items w on w.item_id = b.id and w.account_id = ${literalId(accountId)})`
}

/** Counts in the form of the API. */
export const toldCounts = ({ episodes, missing, unwatched }: Counts) => ({
  episodeCount: episodes,
  unwatchedCount: unwatched,
  missingCount: missing
})

/** A group with episodes is watched if all of its episodes are. */
export const withWatched = <Row extends { readonly isWatched: boolean; readonly counts: Counts }>(
  row: Row
) => ({
  ...row,
  isWatched: row.counts.main === 0 ? row.isWatched : row.counts.unwatched === 0
})

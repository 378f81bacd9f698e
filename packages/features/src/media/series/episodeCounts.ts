import type { Principal } from "@media/wire/Security"
import * as Schema from "effect/Schema"

/** Counts of the episodes in a group, read from one JSON column. */
export const CountsRow = Schema.Struct({
  seasons: Schema.Number,
  episodes: Schema.Number,
  unwatched: Schema.Number,
  watched: Schema.Number,
  missing: Schema.Number,
  seconds: Schema.Number,
  /**
   * Number of present episodes, without the specials of a series. The group counts as watched when all of these
   * episodes are watched.
   */
  main: Schema.Number
})
export type Counts = typeof CountsRow.Type

/**
 * Returns an account id as an SQL literal, because these expressions are plain text without parameters. The id comes
 * from the session, and all characters that cannot be part of a UUID are removed, so SQL injection is not possible.
 */
const literalId = (id: string): string => `'${id.replaceAll(/[^0-9a-f-]/gi, "")}'::uuid`

/** SQL expression for the number of episodes in a file, such as two for a file with two episodes. */
const span = "(1 + greatest(0, coalesce(e.episode_end - e.episode, 0)))"

const isMainOf = { series: "e.season <> 0", season: "true" } as const

/** Returns the SQL join for the episodes `c` in the seasons `s` that the caller sees below a row `v`. */
const below = (kind: "series" | "season", showNsfw: boolean): string =>
  `items s join items c on c.parent_id = s.id where ${
    kind === "series" ? "s.parent_id = v.id and s.kind = 'season'" : "s.id = v.id"
  } and c.kind = 'video' and c.library_id = v.library_id${showNsfw ? "" : " and not c.is_nsfw"}`

/**
 * Returns an SQL expression that is true if the caller has watched the series or season `v`. This means that the caller
 * has watched all of its present episodes (for a series, without specials). If it has no episodes, the watched status
 * of `v` itself decides. The check stops at the first unwatched episode.
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
 * Returns an SQL expression for the row `v`, a series or season. The expression counts the episodes that the caller
 * sees below this row. Unwatched specials count only in their own season, because a series counts as watched without
 * them.
 *
 * Two measures halve the time for a list of series:
 * - The season number is read from the season's ordinal.
 * - `video_episodes` is joined only for files with several episodes, through a small partial index.
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

/** Returns the count fields of the API. */
export const toldCounts = ({ episodes, missing, unwatched }: Counts) => ({
  episodeCount: episodes,
  unwatchedCount: unwatched,
  missingCount: missing
})

/** Derives `isWatched` of a series or season from its episodes. Without episodes, `isWatched` is unchanged. */
export const withWatched = <Row extends { readonly isWatched: boolean; readonly counts: Counts }>(
  row: Row
) => ({
  ...row,
  isWatched: row.counts.main === 0 ? row.isWatched : row.counts.unwatched === 0
})

import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { NextUp } from "./contract.ts"
import { episodesById } from "./episodes.ts"

/** Number of days without activity after which a series is no longer offered. */
const mostDays = 365

const Row = Schema.Struct({
  seriesId: Schema.String,
  seriesTitle: Schema.String,
  episodeId: Schema.String,
  isAgain: Schema.Boolean,
  isAfterGap: Schema.Boolean
})

const More = Schema.Struct({ isMore: Schema.Boolean })

interface Wanted {
  readonly limit: number
  readonly libraryId?: string | undefined
  readonly seriesId?: string | undefined
}

/**
 * Returns the next episode of each series that the caller watched or played, with the most recent series first. The
 * next episode follows the anchor, which is the episode that was finished most recently. An episode marked by hand is
 * an anchor only if no later episode of its season is watched. `o.n` is the position in play order among the episodes
 * that the caller may see.
 *
 * The query reads the series in the order of the result and stops at the limit, so that the remaining series are not
 * read.
 */
const among = Effect.fn("series.nextUpAmong")(function* (
  principal: Principal,
  { libraryId, limit }: Wanted,
  touches: Fragment
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const { accountId } = principal
  return yield* rowsOf(Row)(sql`
    with ${touches}, touched as materialized (
      select s.parent_id as id, max(t.at) as at
      from touches t join items c on c.id = t.item_id and c.kind = 'video'
        join items s on s.id = c.parent_id and s.kind = 'season'
      where s.parent_id is not null group by s.parent_id
    ), wanted as materialized (
      select t.id, t.at, v.title from touched t join items v on v.id = t.id and v.kind = 'series'
        left join user_next_up d on d.account_id = ${accountId} and d.series_id = t.id
      where (d.dismissed_at is null or d.dismissed_at < t.at) and ${visibility.items("v")}
        and ${libraryId === undefined ? sql.literal("true") : sql`v.library_id = ${libraryId}`}
      order by t.at desc, t.id
    )
    select w.id as "seriesId", w.title as "seriesTitle", n.item_id as "episodeId", n.is_again as "isAgain",
      n.is_after_gap as "isAfterGap"
    from wanted w cross join lateral (
      with o as materialized (
        select e.item_id, e.season, e.status = 'missing' as is_missing, coalesce(u.is_watched, false) as is_watched,
          u.watched_at, coalesce(u.is_marked, false) as is_marked, coalesce(u.play_count, 0) as play_count,
          p.last_played_at, coalesce(p.is_in_progress, false) as is_in_progress,
          row_number() over (order by e.at_season, e.at_turn, e.at_position, e.at_date, e.ordinal, e.item_id) as n
        from episodes_in_order(w.id) e
          left join user_items u on u.item_id = e.item_id and u.account_id = ${accountId}
          left join user_progress p on p.item_id = e.item_id and p.account_id = ${accountId}
        where e.is_placed and ${visibility.items("e")}
      ), anchor as (
        select o.n, o.play_count from o
        where o.is_watched and o.watched_at is not null and (not o.is_marked or not exists (
          select from o later where later.season = o.season and later.n > o.n and later.is_watched))
        order by o.watched_at desc, o.n desc limit 1
      ), following as (
        select o.*, a.n as anchor_n, a.play_count as anchor_plays from anchor a join o on o.n > a.n where not o.is_missing
      ), chosen as (
        (select f.*, false as is_again from following f where not f.is_watched order by f.n limit 1)
        union all
        (select f.*, true from following f where f.anchor_plays > 1
          and not exists (select from following u where not u.is_watched) order by f.n limit 1)
        union all
        (select o.*, o.n, 0, false from o
          where not exists (select from anchor) and o.last_played_at is not null and not o.is_watched and not o.is_missing
          order by o.last_played_at desc, o.n limit 1)
      )
      select c.item_id, c.is_again, exists (
          select from o where o.n > c.anchor_n and o.n < c.n and o.is_missing and not o.is_watched) as is_after_gap
      from chosen c where not c.is_in_progress
    ) n
    order by w.at desc, w.id limit ${limit}`)
})

/**
 * Returns the common table expression `touches(item_id, at)` with the episodes of one series that the caller watched or
 * played.
 */
const ofSeries = (sql: SqlClient.SqlClient, accountId: string, since: Date, seriesId: string) => sql`
  touches as materialized (
    select e.item_id, greatest(u.watched_at, p.last_played_at) as at from episodes_in_order(${seriesId}::uuid) e
      left join user_items u on u.item_id = e.item_id and u.account_id = ${accountId}
      left join user_progress p on p.item_id = e.item_id and p.account_id = ${accountId}
    where greatest(u.watched_at, p.last_played_at) > ${since}
  )`

/**
 * Returns the same common table expression for all series. The query reads only the latest `most` viewings and the
 * latest `most` positions. If one list is cut off, entries of the other list from before the cutoff are dropped.
 * Therefore, the result is complete for the time that it covers.
 */
const latest = (sql: SqlClient.SqlClient, accountId: string, since: Date, most: number) => sql`
  viewings as materialized (
    select u.item_id, u.watched_at as at from user_items u
    where u.account_id = ${accountId} and u.watched_at > ${since} order by u.watched_at desc limit ${most}::bigint
  ), positions as materialized (
    select p.item_id, p.last_played_at as at from user_progress p
    where p.account_id = ${accountId} and p.last_played_at > ${since} order by p.last_played_at desc limit ${most}::bigint
  ), touches as materialized (
    select t.item_id, t.at from (select * from viewings union all select * from positions) t
    where t.at >= coalesce(greatest(
      (select min(at) from viewings having count(*) = ${most}::bigint),
      (select min(at) from positions having count(*) = ${most}::bigint)), '-infinity')
  )`

/**
 * Returns the values of `most` to try, in increasing order, until the query fills the page. The first value is only
 * three viewings per requested series, because each viewing that is read costs two lookups.
 */
const stepsFor = (limit: number) => [3 * limit, Math.max(300, 6 * limit), 2_000, 10_000_000]

/**
 * Returns the next episode of each series that the caller watched recently, with the most recent series first. Reading
 * a whole year of history is the most expensive step, so the query takes this step only if recent history does not fill
 * the page.
 */
export const nextUpIds = Effect.fn("series.nextUpIds")(function* (principal: Principal, wanted: Wanted) {
  const sql = yield* SqlClient.SqlClient
  const since = new Date((yield* Clock.currentTimeMillis) - mostDays * 86_400_000)
  const { accountId } = principal
  const { limit, seriesId } = wanted
  if (seriesId !== undefined)
    return yield* among(principal, wanted, ofSeries(sql, accountId, since, seriesId))
  for (const most of stepsFor(limit)) {
    const rows = yield* among(principal, wanted, latest(sql, accountId, since, most))
    if (rows.length >= limit) return rows
    const [more] = yield* rowsOf(More)(sql`
      select exists (select from user_items u where u.account_id = ${accountId} and u.watched_at > ${since}
          offset ${most}::bigint)
        or exists (select from user_progress p where p.account_id = ${accountId} and p.last_played_at > ${since}
          offset ${most}::bigint) as "isMore"`)
    if (more?.isMore !== true) return rows
  }
  return []
})

/** Returns the result of `nextUpIds` together with the episodes. */
export const nextUpOf = Effect.fn("series.nextUp")(function* (principal: Principal, wanted: Wanted) {
  const rows = yield* nextUpIds(principal, wanted)
  const episodes = yield* episodesById(
    principal,
    rows.map(({ episodeId }) => episodeId)
  )
  return rows.flatMap(({ episodeId, ...row }): ReadonlyArray<NextUp> => {
    const episode = episodes.get(episodeId)
    return episode === undefined ? [] : [{ ...row, episode }]
  })
})

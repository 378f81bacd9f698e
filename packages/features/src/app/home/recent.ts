import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { mostInRow, mostLibraries } from "./contract.ts"

const NewEpisodes = Schema.Struct({
  seriesId: Schema.String,
  season: Schema.NullOr(Schema.Number),
  count: Schema.Number,
  /** Time in milliseconds since 1970. */
  addedAt: Schema.Number
})
const Recent = Schema.Struct({
  libraryId: Schema.String,
  name: Schema.String,
  kinds: Schema.Array(ItemKind),
  n: Schema.Number,
  ids: Schema.Array(Schema.String),
  newEpisodes: Schema.Array(NewEpisodes)
})

/** Returns the condition that excludes episodes, versions, parts and extras. */
const ownRoles = (name: string): string => `(${name}.role is null or ${name}.role in ('movie', 'video'))`

/**
 * Number of the newest videos of a library that are searched for movies and for episodes. The number is large, because
 * most of these videos may be episodes.
 */
const mostLookedThrough = 2_000

/** Episodes count as new if they were added within this time before the newest episode of their series. */
const newFor = "7 days"

/**
 * Returns the newest items of each library, separately for each kind, so that many new photos do not hide a new movie.
 * Reads the items from the index of the list, and the totals from stored counts. If a library contains albums, its
 * tracks are omitted, because twenty tracks that were added together would fill the row. For the same reason, a series
 * is shown instead of its episodes, at the position of its newest episode.
 */
export const recentRows = (principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    return yield* rowsOf(Recent)(sql`
      with visible as materialized (
        select c.library_id, c.kind, sum(c.n)::int as n from item_counts c
        where c.status = 'ready' and ${visibility.items("c")} and ${sql.literal(ownRoles("c"))}
        group by c.library_id, c.kind having sum(c.n) > 0
      ), held as materialized (
        select v.* from visible v where v.kind <> 'season' and (v.kind <> 'track' or not exists (
          select from visible album where album.library_id = v.library_id and album.kind = 'album'))
      ), newest as materialized (
        select h.library_id, h.kind, v.id, v.created_at from held h cross join lateral (
          select v.id, v.created_at from (
            select v.id, v.created_at, v.role from items v
            where v.library_id = h.library_id and v.kind = h.kind and v.status = 'ready'
              and ${visibility.inVisibleLibrary("v")}
            order by v.created_at desc, v.id desc limit ${mostLookedThrough}
          ) v
          where ${sql.literal(ownRoles("v"))}
          order by v.created_at desc, v.id desc limit ${mostInRow}
        ) v
      ), episodes as materialized (
        select v.* from held h cross join lateral (
          select v.library_id, v.id, v.parent_id, v.created_at, v.role from items v
          where v.library_id = h.library_id and v.kind = 'video' and v.status = 'ready'
            and ${visibility.inVisibleLibrary("v")}
          order by v.created_at desc, v.id desc limit ${mostLookedThrough}
        ) v
        where h.kind = 'series' and v.role = 'episode'
      ), seasons as materialized (
        select p.parent_id as id, s.parent_id as series_id, s.ordinal as number
        from (select distinct parent_id from episodes where parent_id is not null) p
          cross join lateral (select * from items one where one.id = p.parent_id and one.kind = 'season' offset 0) s
      ), new_episodes as materialized (
        select library_id, series_id, newest,
          sum(1 + coalesce((select n.episode_end - n.episode from video_episodes n
            where n.item_id = e.id and n.episode_end > n.episode), 0))::int as n,
          case when min(number) = max(number) then min(number) end as season
        from (
          select e.id, e.library_id, e.created_at, s.series_id, s.number,
            max(e.created_at) over (partition by s.series_id) as newest
          from episodes e join seasons s on s.id = e.parent_id
        ) e
        where created_at > newest - ${newFor}::interval group by library_id, series_id, newest
      ), candidates as (
        select w.library_id, w.kind, w.id, w.created_at from newest w
        where not exists (select from new_episodes e where e.series_id = w.id)
        union all select library_id, 'series', series_id, newest from new_episodes
      ), shown as materialized (
        select * from (
          select c.*, row_number() over (partition by c.library_id, c.kind order by c.created_at desc, c.id desc) as place
          from candidates c
        ) c where c.place <= ${mostInRow}
      ), libraries_held as (
        select library_id, array_agg(kind::text order by n desc, kind) as kinds, sum(n)::int as n
        from held group by library_id
      )
      select l.id as "libraryId", l.name, h.kinds, h.n,
        array(select w.id from shown w where w.library_id = l.id order by w.created_at desc, w.id desc) as ids,
        coalesce((
          select jsonb_agg(jsonb_build_object('seriesId', e.series_id, 'season', e.season, 'count', e.n,
            'addedAt', floor(extract(epoch from e.newest) * 1000)) order by e.newest desc, e.series_id)
          from shown w join new_episodes e on e.series_id = w.id and e.library_id = w.library_id
          where w.library_id = l.id
        ), '[]') as "newEpisodes"
      from libraries_held h join libraries l on l.id = h.library_id
      order by (select max(w.created_at) from shown w where w.library_id = l.id) desc nulls last, l.id
      limit ${mostLibraries}`)
  })

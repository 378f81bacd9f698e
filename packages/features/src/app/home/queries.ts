import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { ItemKind } from "../../ItemKind.ts"
import { itemsById } from "../../catalog/items/queries.ts"
import { userStateQuery, type UserStateFilter } from "../../catalog/user-items/userState.ts"
import { nextUpOf } from "../../media/series/nextUp.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { mostInRow, mostLibraries, type Home, type Problems } from "./contract.ts"

const Own = Schema.Struct({ n: Schema.Number, ids: Schema.Array(Schema.String) })

/** Items from the caller's own rows of all kinds, most recent first. Excludes unusable items. */
const ownRow = (principal: Principal, filter: UserStateFilter) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const userState = yield* userStateQuery(principal.accountId, filter)
    const order = sql.literal(filter.sort === "lastPlayedAt" ? "last_played_at" : "created_at")
    const found = yield* rowOf(Own)(sql`
      with found as materialized (
        select v.id, v.created_at, m.last_played_at from (${userState.only ?? sql`select null where false`}) m
          cross join lateral (select * from items one where one.id = m.item_id offset 0) v
        where v.status = 'ready' and ${visibility.items("v")}
      )
      select (select count(*)::int from found) as n,
        array(select id from found order by ${order} desc, id desc limit ${mostInRow}) as ids`)
    return Option.getOrThrow(found)
  })

const Recent = Schema.Struct({
  libraryId: Schema.String,
  name: Schema.String,
  kinds: Schema.Array(ItemKind),
  n: Schema.Number,
  ids: Schema.Array(Schema.String)
})

/** Selects everything except episodes, versions, parts and extras. */
const ownRoles = (name: string): string => `(${name}.role is null or ${name}.role in ('movie', 'video'))`

/** Number of newest items of a library that are searched for movies and videos, because most may be episodes. */
const mostLookedThrough = 2_000

/**
 * The newest items per library and kind from the index of the list; the totals are the maintained ones. Tracks are
 * omitted if there are albums, because twenty tracks that were added together would leave no room for their albums.
 * Episodes are omitted because their series are shown.
 */
const recentRows = (principal: Principal) =>
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
        select h.library_id, v.id, v.created_at from held h cross join lateral (
          select v.id, v.created_at from (
            select v.id, v.created_at, v.role from items v
            where v.library_id = h.library_id and v.kind = h.kind and v.status = 'ready'
              and ${visibility.inVisibleLibrary("v")}
            order by v.created_at desc, v.id desc limit ${mostLookedThrough}
          ) v
          where ${sql.literal(ownRoles("v"))}
          order by v.created_at desc, v.id desc limit ${mostInRow}
        ) v
      ), libraries_held as (
        select library_id, array_agg(kind::text order by n desc, kind) as kinds, sum(n)::int as n
        from held group by library_id
      )
      select l.id as "libraryId", l.name, h.kinds, h.n, array(
          select w.id from newest w where w.library_id = l.id order by w.created_at desc, w.id desc limit ${mostInRow}
        ) as ids
      from libraries_held h join libraries l on l.id = h.library_id
      order by (select max(w.created_at) from newest w where w.library_id = l.id) desc nulls last, l.id
      limit ${mostLibraries}`)
  })

const Reviewed = Schema.Struct({ until: Schema.String })

/** The time until which the caller has reviewed failures, for comparisons in SQL. */
export const reviewedUntil = Effect.fn("home.reviewedUntil")(function* (principal: Principal) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Reviewed)(
    sql`select reviewed_until::text as until from reviewed_problems where account_id = ${principal.accountId}`
  )
  return Option.match(found, { onNone: () => "-infinity", onSome: ({ until }) => until })
})

const Concerned = Schema.Struct({ kind: Schema.NullOr(ItemKind), jobs: Schema.Number, files: Schema.Number })

/** Permanent failures after an instant that need attention: unreadable files, and others. */
export const problemsSince = Effect.fn("home.problemsSince")(function* (since: string) {
  const sql = yield* SqlClient.SqlClient
  // The state is written exactly as in the partial index on failures, so that the planner uses the index.
  const concerned = yield* rowsOf(Concerned)(sql`
    with failed as materialized (
      select case when target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then target_id::uuid end as id from jobs
      where state in (3, 4) and state = 4 and finished_at > ${since}::timestamptz
    )
    select v.kind, count(*)::int as jobs, count(distinct v.id)::int as files from failed f
    left join lateral (select one.id, one.kind from items one where one.id = f.id and one.status = 'failed' offset 0) v on true
    group by v.kind order by v.kind`)
  return {
    failed: concerned.reduce((sum, { jobs }) => sum + jobs, 0),
    unreadable: concerned.flatMap(({ files, kind }) => (kind === null ? [] : [{ kind, files }])),
    failedOtherwise: concerned.find(({ kind }) => kind === null)?.jobs ?? 0
  } satisfies Problems
})

/** Failures since the caller's last review, as in the header. */
const problemsOf = (principal: Principal) => Effect.flatMap(reviewedUntil(principal), problemsSince)

/** Everything on the home page in one response. */
export const homeOf = Effect.fn("home.get")(function* (principal: Principal) {
  const [started, favorites, recent, nextUp, problems] = yield* Effect.all(
    [
      ownRow(principal, { isInProgress: true, sort: "lastPlayedAt" }),
      ownRow(principal, { isFavorite: true, sort: "createdAt" }),
      recentRows(principal),
      nextUpOf(principal, { limit: mostInRow }),
      Access.can(principal, "administrate") ? problemsOf(principal) : Effect.succeed(null)
    ],
    { concurrency: 2 }
  )
  const items = yield* itemsById(principal, [
    ...new Set([...started.ids, ...favorites.ids, ...recent.flatMap(({ ids }) => ids)])
  ])
  const rowsFor = (ids: ReadonlyArray<string>) =>
    ids.map((id) => items.get(id)).filter((item) => item !== undefined)
  return {
    nextUp,
    continueWatching: { items: rowsFor(started.ids), total: started.n },
    favorites: { items: rowsFor(favorites.ids), total: favorites.n },
    recentlyAdded: recent.map(({ ids, kinds, libraryId, n, name }) => ({
      library: { id: libraryId, name },
      kinds,
      items: rowsFor(ids),
      total: n
    })),
    problems
  } satisfies Home
})

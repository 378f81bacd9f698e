import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp } from "@media/kernel/Timestamp"
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
import { mostInRow, type Home, type Problems } from "./contract.ts"
import { recentRows } from "./recent.ts"

const Own = Schema.Struct({ n: Schema.Number, ids: Schema.Array(Schema.String) })

/**
 * Returns items of all kinds that match a filter on the caller's user state, most recent first. Omits items that are
 * not ready.
 */
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

const Reviewed = Schema.Struct({ until: Schema.String })

/** Returns the time of the caller's last review of failures as text for SQL. Returns `-infinity` without a review. */
export const reviewedUntil = Effect.fn("home.reviewedUntil")(function* (principal: Principal) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Reviewed)(
    sql`select reviewed_until::text as until from reviewed_problems where account_id = ${principal.accountId}`
  )
  return Option.match(found, { onNone: () => "-infinity", onSome: ({ until }) => until })
})

const Concerned = Schema.Struct({ kind: Schema.NullOr(ItemKind), jobs: Schema.Number, files: Schema.Number })

/** Returns the numbers of permanent failures after a time: unreadable files, and all other failures. */
export const problemsSince = Effect.fn("home.problemsSince")(function* (since: string) {
  const sql = yield* SqlClient.SqlClient
  // The condition on the state must match the partial index on failures exactly, so that the planner uses it.
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

/** Returns the numbers of failures since the caller's last review, which the header of the page also shows. */
const problemsOf = (principal: Principal) => Effect.flatMap(reviewedUntil(principal), problemsSince)

/** Returns the whole home page in one response. */
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
    recentlyAdded: recent.map(({ ids, kinds, libraryId, n, name, newEpisodes }) => ({
      library: { id: libraryId, name },
      kinds,
      items: rowsFor(ids),
      newEpisodes: newEpisodes.map((each) => ({ ...each, addedAt: toTimestamp(new Date(each.addedAt)) })),
      total: n
    })),
    problems
  } satisfies Home
})

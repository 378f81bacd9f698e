import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { pageWindow } from "@media/kernel/PageWindow"
import { PLAN_EACH_TIME } from "@media/pg/PreparingClient"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { userStateQuery } from "../user-items/userState.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { Compiled } from "../filters/compile.ts"
import type { ListFilter } from "./listFilter.ts"
import { conditionsOf, factsOf, wordsOf } from "./matching.ts"
import { pageOrder } from "./pageOrder.ts"
import { isComputed } from "./sortKeys.ts"

/**
 * Maximum number of matches for which a page reads all matches and sorts them. If more items match, reading in sort
 * order finds enough matches quickly.
 */
const mostSorted = 1_000

/**
 * Maximum number of rows, summed over all libraries, for which PostgreSQL plans a query with conditions once. For more
 * rows, PostgreSQL plans the subquery of each library separately.
 */
const mostRead = 4_000

/**
 * Returns the conditions, compared as a number with 0. In this form, the planner expects that most rows match.
 * Otherwise, the planner would expect few rows to match many conditions, and would sort all matches instead of reading
 * them in sort order. If there is a condition on the field that the list is sorted by, this condition is also added
 * unchanged, because the index of the field can evaluate it.
 */
const walkedConditions = (sql: SqlClient.SqlClient, { onField, walked }: Compiled, sort: string) => {
  const onOrder = onField?.(sort)
  return [...(onOrder === undefined ? [] : [onOrder]), sql`coalesce((${walked})::int, 0) <> 0`]
}

/**
 * Counts the matches with a sequential scan. PostgreSQL would use an index instead, because it expects few rows to
 * match many conditions. An index accesses table pages in random order (247,000 page accesses for 250,000 videos).
 *
 * If the conditions read only `items`, one parallel worker scans half of a large table. For other conditions, the
 * worker would have to build its own copy of each hash table.
 */
const inTableOrder = <A, E, R>(
  sql: SqlClient.SqlClient,
  { isOnItems = false }: Compiled,
  count: Effect.Effect<A, E, R>
) => {
  const alone = sql`set local max_parallel_workers_per_gather = 0`
  const withWorker = isOnItems
    ? sql`set local max_parallel_workers_per_gather = 1`.pipe(Effect.zipRight(count), Effect.zipLeft(alone))
    : count
  return sql`set local enable_indexscan = off`.pipe(
    Effect.zipRight(withWorker),
    Effect.zipLeft(sql`set local enable_indexscan = on`)
  )
}

const Branch = Schema.Struct({ library_id: Schema.String, n: Schema.Number })
const Matches = Schema.Struct({ n: Schema.Number, ids: Schema.Array(Schema.String) })
const Count = Schema.Struct({ n: Schema.Number })

export interface ItemPage {
  /** Number of items on all pages together. */
  readonly total: number
  /** A query for the ids on the page in a column `id`, for use as the body of a CTE. Undefined if the page is empty. */
  readonly ids: Fragment | undefined
  /** The sort order. The calling code must apply it again when it reads the ids from `items v`. */
  readonly order: Fragment
}

/**
 * Returns a page of the items of one kind that the caller may see.
 *
 * The query merges one subquery for each visible library with items of that kind. Each subquery is sorted and limited.
 * It reads only an index, and never reads rows of other libraries (for a member of 3 of 40 libraries, 0.3 ms instead of
 * 68 ms). Without its own limit, a subquery would sort the whole library. The totals, and the libraries with items of
 * the kind, come from `item_counts`.
 *
 * In three cases, one statement across all libraries counts the matches and returns the page instead:
 * - Word searches. Words are found with the trigram index.
 * - Filters on the caller's own state. This state is read from the caller's rows.
 * - Sort orders without an index.
 *
 * `item_counts` does not cover durations and resolutions. For filters on these fields, a separate statement first
 * counts the matches with the index of the field.
 *
 * Kind, status and the length of a first page are SQL literals, for two reasons. PostgreSQL cannot use a partial index
 * if its condition depends on a parameter. If the limit is a parameter, PostgreSQL replans the statement for each
 * execution (0.2 ms).
 */
export const itemPage = Effect.fn("items.page")(function* (
  principal: Principal,
  kind: ItemKind,
  filter: ListFilter
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const conditions = (alias: string) => conditionsOf(sql, kind, filter, alias)
  const inLibrary =
    filter.libraryId === undefined ? sql.literal("true") : sql`c.library_id = ${filter.libraryId}`
  // A group's list contains only items that are in the same library as the group.
  const ofGroup =
    filter.parentId === undefined
      ? sql.literal("true")
      : sql`c.library_id = (select g.library_id from items g where g.id = ${filter.parentId}::uuid)`
  const branches = yield* rowsOf(Branch)(sql`
    select c.library_id, sum(c.n)::int as n from item_counts c
    where ${sql.and([visibility.items("c"), inLibrary, ofGroup, ...conditions("c")])}
    group by c.library_id having sum(c.n) > 0 order by c.library_id`)

  const { conditions: asked } = filter
  const words = [
    ...wordsOf(sql, kind, filter.words ?? ""),
    ...(asked?.isNarrow === true ? [asked.where] : [])
  ]
  const broad = asked?.isNarrow === false ? [asked.where] : []
  const userState = yield* userStateQuery(principal.accountId, filter)
  const facts = [...factsOf(sql, filter), ...broad]
  const { columns, ordered, primary } = pageOrder(sql, filter)
  const fitting = sql.and([visibility.inVisibleLibrary("v"), ...conditions("v"), ...facts])
  const found = sql.and([fitting, ...words, ...userState.without])
  const walked = sql.and([
    visibility.inVisibleLibrary("v"),
    ...conditions("v"),
    ...factsOf(sql, filter, { isWalk: filter.sort !== "resolution" }),
    ...(asked?.isNarrow === false ? walkedConditions(sql, asked, primary.sort) : []),
    ...userState.without
  ])
  const libraryIds = branches.map(({ library_id }) => library_id)
  const order = ordered("items")
  // The best plan depends on the values in the conditions, so PostgreSQL must not reuse a generic plan.
  const planned = sql.literal(asked === undefined ? "" : PLAN_EACH_TIME)
  if (branches.length === 0) return { total: 0, ids: undefined, order } satisfies ItemPage

  const isSorted = words.length > 0 || userState.only !== undefined || isComputed(primary.sort)
  const countFitting = rowOf(Count)(sql`
    select ${planned} count(*)::int as n from items v where v.library_id = any(${libraryIds}::uuid[]) and ${fitting}`)
  const fits =
    facts.length === 0 || isSorted
      ? undefined
      : Option.getOrThrow(yield* asked === undefined ? countFitting : inTableOrder(sql, asked, countFitting))
          .n

  if (isSorted || (fits !== undefined && fits <= mostSorted)) {
    const offset = (filter.page - 1) * filter.perPage
    const where = sql`v.library_id = any(${libraryIds}::uuid[]) and ${found}`
    // `offset 0` forces PostgreSQL to read the account's rows first and to look up their items, regardless of the
    // planner's estimates.
    const matching =
      userState.only === undefined
        ? sql`select v.id, ${columns()} from items v where ${where}`
        : sql`select v.id, ${columns(true)} from (${userState.only}) m
            cross join lateral (select * from items one where one.id = m.item_id offset 0) v where ${where}`
    const matches = Option.getOrThrow(
      yield* rowOf(Matches)(sql`
        with found as materialized (${matching})
        select ${planned} (select count(*)::int from found) as n, array(
          select id from found order by ${ordered("found")} limit ${filter.perPage}::bigint offset ${offset}::bigint
        ) as ids`)
    )
    const ids =
      matches.ids.length === 0 ? undefined : sql`select unnest(${matches.ids as Array<string>}::uuid[]) as id`
    return { total: matches.n, ids, order } satisfies ItemPage
  }

  const unwanted =
    userState.unwanted === undefined
      ? 0
      : Option.getOrThrow(
          yield* rowOf(Count)(sql`
            select count(*)::int as n from (${userState.unwanted}) m
            cross join lateral (select * from items one where one.id = m.item_id offset 0) v
            where v.library_id = any(${libraryIds}::uuid[])
              and ${fitting}`)
        ).n
  const total = (fits ?? branches.reduce((sum, { n }) => sum + n, 0)) - unwanted
  const { isBackwards, limit, offset } = pageWindow(total, filter.page, filter.perPage)
  if (limit <= 0) return { total, ids: undefined, order } satisfies ItemPage

  const length = sql.literal(String(limit))
  const through = offset === 0 ? length : sql`${offset + limit}::bigint`
  const skipped = offset === 0 ? sql.literal("") : sql` offset ${offset}::bigint`
  const branch = (libraryId: Fragment) => sql`(
    select v.id, ${columns()} from items v
    where v.library_id = ${libraryId} and ${walked} order by ${ordered("items", isBackwards)} limit ${through})`
  // Planning many conditions for each library takes longer than reading the first rows of each library.
  const isPlannedOnce = asked !== undefined && (offset + limit) * libraryIds.length <= mostRead
  const source = isPlannedOnce
    ? sql`select b.* from unnest(${libraryIds}::uuid[]) l(id) cross join lateral ${branch(sql.literal("l.id"))} b`
    : sql.join(" union all ", false)(libraryIds.map((id) => branch(sql`${id}`)))
  const ids = sql`select id from (${source}) b order by ${ordered("found", isBackwards)} limit ${length}${skipped}`
  return { total, ids, order } satisfies ItemPage
})

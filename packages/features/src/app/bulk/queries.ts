import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ItemStatus } from "../../catalog/items/contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import { asked, bounded } from "../../catalog/items/asked.ts"
import { matches } from "../../catalog/items/matching.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { type ItemsChanged, type ItemTarget, mostAtOnce } from "./contract.ts"
import { SelectionChanged } from "./errors.ts"

const Row = Schema.Struct({
  id: Schema.String,
  kind: ItemKind,
  title: Schema.String,
  status: ItemStatus,
  path: Schema.String
})
export type TargetItem = typeof Row.Type

const Matching = Schema.Struct({ n: Schema.Number, until: Schema.NullOr(Schema.String) })

/** The items that one request changes. */
export interface TargetBatch {
  /** See `matched` of `ItemsChanged`. */
  readonly matched: number
  readonly items: ReadonlyArray<TargetItem>
  /** Ids that are unknown or hidden from the caller. */
  readonly unknown: ReadonlyArray<string>
  readonly next: ItemsChanged["next"]
}

const namedItems = Effect.fn("bulk.namedItems")(function* (principal: Principal, ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const wanted = [...new Set(ids)]
  const items = yield* rowsOf(Row)(sql`
    select v.id, v.kind, v.title, v.status, coalesce(f.path, '') as path from items v left join item_files f on f.item_id = v.id
    where v.id = any(${wanted}::uuid[]) and ${visibility.items("v")} order by v.id`)
  const visible = new Set(items.map(({ id }) => id))
  const unknown = wanted.filter((id) => !visible.has(id))
  return { matched: items.length, items, unknown, next: null } satisfies TargetBatch
})

/** Returns the kinds in a filter, without duplicates. */
const kindsOf = ({ kind }: NonNullable<ItemTarget["filter"]>): ReadonlyArray<ItemKind> =>
  typeof kind === "string" ? [kind] : [...new Set(kind)]

const exceptIn = (sql: SqlClient.SqlClient, except: ReadonlyArray<string>) =>
  except.length === 0 ? [] : [sql`v.id <> all(${except as Array<string>}::uuid[])`]

/** Returns the SQL condition on `items v` that selects the items of a target that the caller may see. */
export const conditionOf = (principal: Principal, { except = [], filter, ids = [] }: ItemTarget) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    if (filter === undefined)
      return {
        where: sql`v.id = any(${ids as Array<string>}::uuid[]) and ${visibility.items("v")}`,
        read: undefined
      }
    const { kind: _, ...narrowed } = filter
    // Parse the query once per kind, because the same text may result in different conditions for different kinds.
    const reads = yield* Effect.forEach(kindsOf(filter), (kind) =>
      Effect.map(asked(principal, kind, narrowed), (read) => ({ kind, read }))
    )
    const conditions = [
      visibility.items("v"),
      sql.or(reads.map(({ kind, read }) => matches(sql, kind, read, principal.accountId))),
      ...exceptIn(sql, except)
    ]
    return { where: sql.and(conditions), read: reads[0]!.read }
  })

/**
 * Returns the next matching items, sorted by id. The statement that counts the items also returns the last id. Later
 * requests stop at this id, so they do not change items that were added after the user confirmed the count. Items that
 * stop matching do not shift the cursor.
 */
const matchingItems = Effect.fn("bulk.matchingItems")(function* (
  { cursor, dryRun, expected }: ItemTarget,
  where: Fragment
) {
  const sql = yield* SqlClient.SqlClient
  const rest =
    cursor === undefined
      ? where
      : sql`${where} and v.id > ${cursor.after}::uuid and v.id <= ${cursor.until}::uuid`
  const { n, until } = Option.getOrThrow(
    yield* rowOf(Matching)(sql`
      select count(*)::int as n, max(v.id::text collate "C") as until from items v where ${rest}`)
  )
  if (cursor === undefined && expected !== undefined && expected !== n) {
    return yield* new SelectionChanged({ matched: n })
  }
  const last = cursor?.until ?? until
  if (n === 0 || last === null || dryRun === true) {
    return { matched: n, items: [], unknown: [], next: null } satisfies TargetBatch
  }
  const items = yield* rowsOf(Row)(sql`
    with page as materialized (
      select v.id from items v where ${rest} and v.id <= ${last}::uuid order by v.id limit ${mostAtOnce}
    )
    select v.id, v.kind, v.title, v.status, coalesce(f.path, '') as path
    from page p join items v on v.id = p.id left join item_files f on f.item_id = v.id order by v.id`)
  const end = items.at(-1)?.id
  const isDone = end === undefined || end >= last || items.length < mostAtOnce
  return {
    matched: n,
    items,
    unknown: [],
    next: isDone ? null : { after: end, until: last }
  } satisfies TargetBatch
})

const Counted = Schema.Struct({
  n: Schema.Number,
  until: Schema.NullOr(Schema.String),
  kinds: Schema.Array(ItemKind)
})
const first = "00000000-0000-0000-0000-000000000000"

/**
 * Returns the number of items that an edit affects, with their kinds and the last id. Items with higher ids were added
 * later and are not part of the edit. Fails with `SelectionChanged` if the number differs from `expected`.
 */
export const countTarget = Effect.fn("bulk.countTarget")(function* (
  principal: Principal,
  target: ItemTarget
) {
  const sql = yield* SqlClient.SqlClient
  const { read, where } = yield* conditionOf(principal, target)
  const count = rowOf(Counted)(sql`
    select count(*)::int as n, max(v.id::text collate "C") as until, coalesce(array_agg(distinct v.kind::text), '{}') as kinds
    from items v where ${where}`)
  const { kinds, n, until } = Option.getOrThrow(yield* read === undefined ? count : bounded(read, count))
  if (target.expected !== undefined && target.expected !== n)
    return yield* new SelectionChanged({ matched: n })
  return {
    matched: n,
    until: until ?? first,
    kinds: target.filter === undefined || Array.isArray(target.filter.kind) ? kinds : kindsOf(target.filter),
    missing: target.filter === undefined ? new Set(target.ids).size - n : 0
  }
})

/** Returns up to `limit` items of a target, sorted by id, after the id `after` and up to the id `until`. */
export const pageOfTarget = Effect.fn("bulk.pageOfTarget")(function* (
  principal: Principal,
  target: ItemTarget,
  { after = first, limit, until }: { readonly after?: string; readonly until: string; readonly limit: number }
) {
  const sql = yield* SqlClient.SqlClient
  const { where } = yield* conditionOf(principal, target)
  return yield* rowsOf(Row)(sql`
    with page as materialized (
      select v.id from items v where ${where} and v.id > ${after}::uuid and v.id <= ${until}::uuid order by v.id limit ${limit}
    )
    select v.id, v.kind, v.title, v.status, coalesce(f.path, '') as path
    from page p join items v on v.id = p.id left join item_files f on f.item_id = v.id order by v.id`)
})

/** Returns the ids in a target that are unknown or hidden from the caller. */
export const unseenOf = Effect.fn("bulk.unseenOf")(function* (
  principal: Principal,
  { ids = [] }: ItemTarget
) {
  return ids.length === 0 ? [] : (yield* namedItems(principal, ids)).unknown
})

/**
 * Returns the items of a target that the caller may see, up to the maximum of one request. A filter selects the same
 * items as in the list.
 */
export const itemsOfTarget = (principal: Principal, target: ItemTarget) =>
  target.filter === undefined
    ? namedItems(principal, target.ids ?? [])
    : Effect.flatMap(conditionOf(principal, target), ({ read, where }) =>
        bounded(read ?? {}, matchingItems(target, where))
      )

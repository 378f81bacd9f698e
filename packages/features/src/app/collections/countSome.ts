import { PLAN_EACH_TIME } from "@media/pg/PreparingClient"
import { rowsOf } from "@media/pg/Rows"
import type { Node } from "@media/query/Tree"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bounded, ListBound } from "../../catalog/filters/bounded.ts"
import { type MemberContext, type MemberRule, membersOf, partsOf } from "../../catalog/membership/members.ts"
import { ItemKind } from "../../ItemKind.ts"
import type { Counted } from "./members.ts"

/** Number of members per kind up to which every rule is counted exactly. */
const mostOfKind = 500
/**
 * Maximum number of visible items for which the exact number of members is computed. Only kinds with more than
 * `mostOfKind` members count towards this maximum.
 */
const mostTried = 50_000
/**
 * Time limit in milliseconds for the exact number, including the time for finding the first members. A rule whose first
 * members take long to find would also take long to count.
 */
const exactWithin = 60

/** Sort fields that are never null. */
const neverNull: ReadonlySet<string> = new Set(["createdAt", "title", "random"])

const Some = Schema.Struct({ id: Schema.String, kind: ItemKind, n: Schema.Number, nth: Schema.Number })
const OfKind = Schema.Struct({ kind: ItemKind, n: Schema.Number })
const Size = Schema.Struct({ n: Schema.Number })
const Id = Schema.Struct({ id: Schema.String })

type Rule = MemberRule & { readonly rules: Node }

/**
 * Returns the first `first` members of each kind, and the number of members of each kind. Stops counting a kind at
 * `most` + 1 members.
 */
const someOf = (context: MemberContext, rule: Rule, first: number, most: number) => {
  const { sql } = context
  const { entries, matched, order, possibleKinds, where } = partsOf(context, rule)
  const few = possibleKinds.map(
    (kind) => sql`(${matched(sql`from items v where ${where(kind)}`)} limit ${sql.literal(String(most + 1))})`
  )
  return rowsOf(Some)(sql`
    with members as materialized (${sql.join(" union all ", false)([...few, entries("pinned", 0)])})
    select ${sql.literal(PLAN_EACH_TIME)} m.id, m.kind, k.n, m.nth from (
        select id, kind, (row_number() over (partition by kind order by ${order}))::int as nth from members
      ) m join (select kind, count(*)::int as n from members group by kind) k on k.kind = m.kind
    where m.nth <= ${first}::bigint`)
}

/** Returns the number of items of these kinds that the viewer may see. */
const sizeOf = ({ sql, visibility }: MemberContext, kinds: ReadonlyArray<ItemKind>) =>
  Effect.map(
    rowsOf(Size)(sql`
      select coalesce(sum(v.n), 0)::int as n from item_counts v
      where v.kind = any(${kinds as Array<ItemKind>}::item_kind[]) and ${visibility.items("v")}`),
    (rows) => rows[0]?.n ?? 0
  )

/** Returns the exact number of members per kind, or undefined if counting takes longer than `millis`. */
const exactly = (context: MemberContext, rule: Rule, millis: number) =>
  bounded(
    undefined,
    rowsOf(OfKind)(context.sql`
      select ${context.sql.literal(PLAN_EACH_TIME)} m.kind, count(*)::int as n from (${membersOf(context, rule).rows}) m
      group by m.kind`)
  ).pipe(
    Effect.provideService(ListBound, { millis }),
    Effect.catchTag("TooBroad", () => Effect.succeed(undefined))
  )

/**
 * Returns the first members in sort order. For the kinds in `broad`, reads each library in sort order. For all other
 * kinds, reads the items in `ids`.
 */
const walk = (
  context: MemberContext,
  rule: Rule,
  first: number,
  { broad, ids }: { readonly broad: ReadonlyArray<ItemKind>; readonly ids: ReadonlyArray<string> }
) => {
  const { sql, visibility } = context
  const { entries, matched, order, sort, walked } = partsOf(context, rule)
  // A backward index scan returns nulls first. The query can therefore use an index only if no sort key is null.
  const isWalked = sort.every(({ field }) => neverNull.has(field))
  const keys = sort.map(({ direction }, n) => `key${n} ${direction}${isWalked ? "" : " nulls last"}`)
  const inOrder = sql.literal([...keys, isWalked ? `id ${sort.at(-1)!.direction}` : "id"].join(", "))
  const walks = broad.map(
    (kind) => sql`
      select w.* from (select distinct v.library_id from item_counts v
          where v.kind = ${sql.literal(`'${kind}'`)} and v.n > 0 and ${visibility.items("v")}) c
        cross join lateral (
          ${matched(sql`from items v where v.library_id = c.library_id and ${walked(kind)}`)}
          order by ${inOrder} limit ${sql.literal(String(first))}) w`
  )
  const others = matched(sql`from items v where v.id = any(${ids as Array<string>}::uuid[])`)
  return rowsOf(Id)(sql`
    select ${sql.literal(PLAN_EACH_TIME)} m.id from (
      select distinct on (id) * from (${sql.join(" union all ", false)([entries("pinned", 0), ...walks, others])}) u
      order by id, turn
    ) m order by ${order} limit ${first}::bigint`)
}

/**
 * Returns the first members that a viewer sees and the number of members, for a preview while the user types. Rules
 * with many members are not counted exactly: counting and sorting 97,000 of 100,000 items took 0.4 s of CPU time.
 */
export const countSome = (context: MemberContext, rule: Rule, first: number, most = mostOfKind) =>
  Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    const some = yield* someOf(context, rule, first, most)
    const counts = new Map(some.map(({ kind, n }) => [kind, n]))
    const broad = [...counts].flatMap(([kind, n]) => (n > most ? [kind] : []))
    const ids = some.filter(({ kind }) => !broad.includes(kind)).map(({ id }) => id)
    const isFew = broad.length > 0 && (yield* sizeOf(context, broad)) <= mostTried
    const millis = exactWithin - ((yield* Clock.currentTimeMillis) - began)
    const exact = isFew && millis > 0 ? yield* exactly(context, rule, millis) : undefined
    for (const { kind, n } of exact ?? []) counts.set(kind, n)
    for (const kind of exact === undefined ? broad : []) counts.set(kind, most)
    const shown = yield* walk(context, rule, first, { broad, ids })
    return {
      total: [...counts.values()].reduce((sum, n) => sum + n, 0),
      counts: Object.fromEntries(counts) as Counted["counts"],
      ids: shown.map(({ id }) => id),
      isMore: broad.length > 0 && exact === undefined
    }
  })

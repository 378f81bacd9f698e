import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bounded } from "../../catalog/filters/bounded.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { itemLists } from "../../catalog/items/itemLists.ts"
import { itemsById } from "../../catalog/items/queries.ts"
import { type MemberContext, type MemberRule, membersOf } from "../../catalog/membership/members.ts"
import { viewingOf } from "../../catalog/membership/viewing.ts"
import { WORDS } from "@media/query/Field"
import { conditionsIn, type Node } from "@media/query/Tree"
import type { ItemKind } from "../../ItemKind.ts"
import type { Counts } from "./counts.ts"
import { firstMembers } from "./first.ts"

const Found = Schema.Struct({
  total: Schema.Number,
  counts: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Number })),
  ids: Schema.Array(Schema.String)
})

/** Returns the cost of each field in a rule. If a query takes too long, the error names the most expensive field. */
const costsOf = (rules: Node | null) =>
  rules === null
    ? []
    : conditionsIn(rules).map(({ condition, relations }) => {
        const field = relations[0] ?? condition.field
        const cost = field === WORDS ? ("trigram" as const) : itemFieldTable().find(field)!.cost
        return { field, cost }
      })

/** Runs queries on the members of a rule with the time limit of a list. */
export const withinTime = <A, E, R>(rules: Node | null, work: Effect.Effect<A, E, R>) =>
  bounded({ costs: costsOf(rules) }, work)

export interface Counted extends Counts {
  /** The ids of the first members, for the cover. */
  readonly ids: ReadonlyArray<string>
}

/**
 * Returns the numbers of members that a viewer sees, keyed by kind, and the first members. `known` is the result of
 * `knownCounts` for the rule.
 */
export const countMembers = (
  context: MemberContext,
  rule: MemberRule,
  first: number,
  known: Counts | undefined
) =>
  Effect.gen(function* () {
    if (known !== undefined)
      return {
        ...known,
        ids: known.total === 0 ? [] : yield* firstMembers(context, rule, first, known.total)
      }
    const { sql } = context
    const { order, rows } = membersOf(context, rule)
    const found = Option.getOrThrow(
      yield* rowOf(Found)(sql`
        with members as materialized (${rows})
        select (select count(*)::int from members) as total,
          (select jsonb_object_agg(kind, n) from (select kind, count(*)::int as n from members group by kind) k) as counts,
          array(select id from members order by ${order} limit ${first}::bigint) as ids`)
    )
    return { total: found.total, counts: found.counts ?? {}, ids: found.ids } satisfies Counted
  })

interface Window {
  readonly kind?: ItemKind | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the members in order, and their total number. Counts the members only if `known` is undefined. */
export const pageOfMembers = (
  context: MemberContext,
  rule: MemberRule,
  { kind, limit, offset }: Window,
  known: Counts | undefined
) =>
  Effect.gen(function* () {
    const { sql } = context
    const { order, rows } = membersOf(context, rule)
    const ofKind = kind === undefined ? sql.literal("true") : sql`kind = ${kind}`
    const total = known && (kind === undefined ? known.total : (known.counts[kind] ?? 0))
    const counted = sql.literal(total === undefined ? "(select count(*)::int from members)" : String(total))
    const found = yield* rowOf(Found)(sql`
      with members as ${sql.literal(total === undefined ? "materialized" : "not materialized")} (select * from (${rows}) m where ${ofKind})
      select ${counted} as total, null as counts,
        array(select id from members order by ${order} limit ${limit}::bigint offset ${offset}::bigint) as ids`)
    return Option.getOrThrow(found)
  })

/** Returns true if the viewer sees at least one member. */
export const hasAny = (context: MemberContext, rule: MemberRule) =>
  Effect.map(
    rowsOf(Schema.Struct({ id: Schema.String }))(
      context.sql`select m.id from (${membersOf(context, rule).rows}) m limit 1`
    ),
    (rows) => rows.length > 0
  )

/** Returns true if the viewer sees the item as a member of the collection. */
export const hasMember = (context: MemberContext, rule: MemberRule, itemId: string) =>
  Effect.map(
    rowsOf(Schema.Struct({ id: Schema.String }))(
      context.sql`select m.id from (${membersOf(context, rule).rows}) m where m.id = ${itemId}`
    ),
    (rows) => rows.length > 0
  )

/** Returns the details of members in the order of `ids`, without hidden members. */
export const shownMembers = (principal: Principal, ids: ReadonlyArray<string>) =>
  Effect.map(itemsById(principal, ids), (rows) => ids.flatMap((id) => rows.get(id) ?? []))

export const viewing = (
  principal: Principal,
  stored: Parameters<typeof viewingOf>[1],
  others: ReadonlyArray<Node> = []
) => viewingOf(principal, stored, itemLists, others)

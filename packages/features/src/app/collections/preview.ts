import { canonical } from "@media/query/canonical"
import { everything, type Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { rowOf } from "@media/pg/Rows"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { type MemberContext, type MemberRule, membersOf } from "../../catalog/membership/members.ts"
import { countSome } from "./countSome.ts"
import { countMembers, shownMembers, viewing, withinTime } from "./members.ts"
import { withIds, withNames } from "./names.ts"
import { isPersonalRule } from "./personal.ts"
import { findShown } from "./queries.ts"
import { readRule, textOf } from "./rules.ts"
import type { Preview } from "./shapes.ts"

/** Maximum number of items in a preview. */
const mostShown = 24

const Difference = Schema.Struct({ added: Schema.Number, removed: Schema.Number })

const difference = (context: MemberContext, before: MemberRule, after: MemberRule) =>
  Effect.map(
    rowOf(Difference)(context.sql`
      with before as materialized (select id from (${membersOf(context, before).rows}) b),
        after as materialized (select id from (${membersOf(context, after).rows}) a)
      select (select count(*)::int from after where id not in (select id from before)) as added,
        (select count(*)::int from before where id not in (select id from after)) as removed`),
    Option.getOrThrow
  )

/**
 * Returns the first members and counts for a preview. With a limit, all members are counted, because a limit requires
 * sorting them anyway.
 */
const quickly = (context: MemberContext, rule: MemberRule & { readonly rules: Node }) =>
  rule.limit === null
    ? withinTime(rule.rules, countSome(context, rule, mostShown))
    : Effect.map(withinTime(rule.rules, countMembers(context, rule, mostShown, undefined)), (counted) => ({
        ...counted,
        isMore: false
      }))

/** Returns the preview of an unsaved rule: counts, the first members, and the difference from the saved rule. */
export const previewRule = Effect.fn("collections.preview")(function* (
  principal: Principal,
  { collectionId, ...input }: Preview
) {
  const { limit = null, rules, sort = [] } = yield* readRule(input)
  const given = yield* withIds(principal, canonical(rules ?? everything))
  const saved = collectionId === undefined ? undefined : yield* findShown(principal, collectionId)
  const context = yield* viewing(principal, saved === undefined ? [] : [saved], [given])
  const rule = { rules: given, sort, limit, ...(collectionId === undefined ? {} : { id: collectionId }) }
  const began = yield* Clock.currentTimeMillis
  const counted = yield* quickly(context, rule)
  const costMs = (yield* Clock.currentTimeMillis) - began
  const diff = saved === undefined ? undefined : yield* withinTime(given, difference(context, saved, rule))
  const named = yield* withNames(principal, given)
  return {
    total: counted.total,
    byKind: counted.counts,
    isMore: counted.isMore,
    sample: yield* shownMembers(principal, counted.ids),
    text: textOf(named.node, sort, limit),
    isPersonal: isPersonalRule(given, itemFieldTable()),
    problems: named.problems,
    costMs,
    ...(diff === undefined ? {} : { diff })
  }
})

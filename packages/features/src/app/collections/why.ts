import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { canonical } from "@media/query/canonical"
import { sentence } from "@media/query/sentence"
import type { Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { compile } from "../../catalog/filters/compile.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { Membership } from "../../catalog/membership/events.ts"
import type { MemberContext } from "../../catalog/membership/members.ts"
import type { StoredCollection } from "../../catalog/membership/stored.ts"
import { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { asMember, hiddenFrom } from "./asMember.ts"
import { mayEdit } from "./editing.ts"
import { type Leaf, valuesOf, valueText } from "./leafValues.ts"
import { hasMember, viewing, withinTime } from "./members.ts"
import { withNames } from "./names.ts"
import { findShown } from "./queries.ts"
import { rankOf } from "./rank.ts"
import type { WhyNode } from "./shapes.ts"

const leavesOf = (node: Node): ReadonlyArray<Leaf> =>
  node.type === "group" ? node.children.flatMap(leavesOf) : [node]

/** The result of a leaf for an item. */
interface Told {
  readonly text: string
  readonly isTrue: boolean
  readonly value: string | null
}

/** Returns the tree with the result of each node, computed from the results of its leaves in order. */
const explained = (node: Node, leaves: Array<Told>): WhyNode => {
  if (node.type !== "group") {
    const leaf = leaves.shift()
    return { text: "", isTrue: false, value: null, ...leaf, children: [] }
  }
  const children = node.children.map((child) => explained(child, leaves))
  const some = children.some(({ isTrue }) => isTrue)
  const isTrue = node.operator === "and" ? children.every((child) => child.isTrue) : some
  return { text: node.operator, isTrue: node.operator === "not" ? !some : isTrue, value: null, children }
}

/** Returns a condition as text, with the item's value if it does not match: "Rating is at least 80 (here: 60)". */
const leafText = ({ isTrue, text, value }: WhyNode): string =>
  isTrue || value === null ? text : `${text} (here: ${value})`

/** Returns the smallest set of leaves that determines the result of a node. */
const deciding = (node: WhyNode): ReadonlyArray<string> => {
  const { children, isTrue, text } = node
  if (children.length === 0) return [leafText(node)]
  const isOne = (text === "or" && isTrue) || (text === "and" && !isTrue) || (text === "not" && !isTrue)
  const wanted = text === "not" ? !isTrue : isTrue
  const parts = children.filter((child) => child.isTrue === wanted).map(deciding)
  const shortest = parts.toSorted((a, b) => a.length - b.length)[0] ?? []
  return isOne ? shortest : parts.flat()
}

const Item = Schema.Struct({ kind: ItemKind, membership: Schema.NullOr(Membership) })
const Leaves = Schema.Struct({
  id: Schema.String,
  truths: Schema.Array(Schema.Boolean),
  values: Schema.Array(Schema.Unknown)
})

/** Returns the tree with the result of each node for each of these items, keyed by item id. */
export const explainItems = (
  context: MemberContext,
  tree: Node,
  texts: ReadonlyArray<string>,
  { ids, kind }: { readonly kind: ItemKind; readonly ids: ReadonlyArray<string> }
) =>
  Effect.gen(function* () {
    const { lists, sql } = context
    const options = { ...context, kind, words: (phrase: string) => lists.words(sql, kind, phrase) }
    const leaves = leavesOf(tree)
    const tests = leaves.map((leaf) => sql`(${compile(sql, leaf, options).where}) is true`)
    const asked = tests.length === 0 ? sql`array[]::boolean[]` : sql`array[${sql.csv(tests)}]`
    const held =
      leaves.length === 0 ? sql`'[]'::jsonb` : sql`jsonb_build_array(${sql.csv(valuesOf(context, leaves))})`
    const rows = yield* rowsOf(Leaves)(sql`
      select v.id, ${asked} as truths, ${held} as values from items v where v.id = any(${ids as Array<string>}::uuid[])`)
    return new Map(
      rows.map(({ id, truths, values }) => {
        const told = leaves.map((leaf, n) => ({
          text: texts[n] ?? "",
          isTrue: truths[n] === true,
          value: valueText(leaf, values[n])
        }))
        return [id, explained(tree, told)]
      })
    )
  })

/**
 * Returns the kind of an item, and its membership if a user added, pinned or banned the item. Returns undefined if the
 * viewer may not see the item.
 */
const seenItem = (principal: Principal, collectionId: string, itemId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    return Option.getOrUndefined(
      yield* rowOf(Item)(sql`
        select v.kind, (select e.membership::text from collection_entries e
          where e.collection_id = ${collectionId} and e.item_id = v.id) as membership
        from items v where v.id = ${itemId} and ${items("v")}`)
    )
  })

/**
 * Returns the reason why a matching item is not in the collection: "It matches, but it ranks 61st, and the limit is
 * 50."
 */
const outside = (context: MemberContext, row: StoredCollection, itemId: string) =>
  Effect.map(rankOf(context, row, itemId), (rank) =>
    rank === undefined
      ? "It matches, but it is beyond the limit of the collection."
      : `It matches, but it ranks ${rank}.`
  )

const resultSentence = (isIncluded: boolean, conditions: ReadonlyArray<string>): string =>
  `${isIncluded ? "Included" : "Not included"}. Deciding condition${conditions.length === 1 ? "" : "s"}: ${conditions.join(", ")}.`

/** Returns the rule with the result of each node for an item, and a sentence that explains the result. */
const byRule = (
  {
    principal,
    row
  }: { readonly principal: Principal; readonly row: StoredCollection & { readonly rules: Node } },
  item: typeof Item.Type & { readonly id: string }
) =>
  Effect.gen(function* () {
    const { id, kind, membership } = item
    const context = yield* viewing(principal, [row])
    const isMember = yield* withinTime(row.rules, hasMember(context, row, id))
    const tree = canonical(row.rules)
    const named = leavesOf(canonical((yield* withNames(principal, tree)).node))
    const texts = named.map((leaf) => sentence(leaf, itemFieldTable()))
    const trees = yield* withinTime(row.rules, explainItems(context, tree, texts, { kind, ids: [id] }))
    const why = trees.get(id)!
    const told =
      membership === "pinned"
        ? "It is pinned."
        : membership === "banned"
          ? "A user excluded it."
          : why.isTrue && !isMember
            ? yield* withinTime(row.rules, outside(context, row, id))
            : resultSentence(why.isTrue, deciding(why))
    return { isMember, sentence: told, tree: why }
  })

/** Returns the explanation for viewers who may not see the rule. */
const withoutRule = (hasRule: boolean, isMember: boolean, membership: Membership | null): string => {
  if (membership === "pinned") return "It is pinned."
  if (membership === "banned") return "A user excluded it."
  if (hasRule)
    return isMember ? "It matches the rule." : "It does not match the rule, or it is beyond its limit."
  return membership === "item" ? "It was added by hand." : "It was not added."
}

/**
 * Explains why an item is or is not in a collection for this viewer. Administrators may request the explanation for a
 * member. If the member cannot see the item, the explanation states the reason.
 */
export const explainMember = Effect.fn("collections.why")(function* (
  principal: Principal,
  { id, itemId }: { readonly id: string; readonly itemId: string },
  { userId }: { readonly userId?: string | undefined } = {}
) {
  const row = yield* findShown(principal, id)
  if (!isUuid(itemId)) return yield* new NotFound({ what: "item" })
  const asked = yield* seenItem(principal, id, itemId)
  if (asked === undefined) return yield* new NotFound({ what: "item" })
  const viewer = userId === undefined ? principal : yield* asMember(principal, userId)
  const hidden = viewer === principal ? undefined : yield* hiddenFrom(viewer, row, itemId)
  if (hidden !== undefined) return { isMember: false, sentence: hidden, tree: null }
  const { rules } = row
  // Show the rule only to users who may edit it.
  if (rules !== null && mayEdit(principal, row))
    return yield* byRule({ principal: viewer, row: { ...row, rules } }, { ...asked, id: itemId })
  const context = yield* viewing(viewer, [row])
  const isMember = yield* withinTime(rules, hasMember(context, row, itemId))
  return { isMember, sentence: withoutRule(rules !== null, isMember, asked.membership), tree: null }
})

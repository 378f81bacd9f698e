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

/** A leaf with its result for an item. */
interface Told {
  readonly text: string
  readonly isTrue: boolean
  readonly value: string | null
}

/** The tree with the result of each node, computed from its leaves in order. */
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

/** The text of a condition that does not match: "Rating is at least 80 (here: 60)". */
const leafText = ({ isTrue, text, value }: WhyNode): string =>
  isTrue || value === null ? text : `${text} (here: ${value})`

/** The smallest set of leaves that determines the result of a node. */
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

/** The tree with the result of each node for each of these items, computed from its leaves. */
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

/** The item as this viewer sees it: its kind, and its membership if people decided. */
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

/** "It matches, but is 61st of 50." for an item beyond a limit. */
const outside = (context: MemberContext, row: StoredCollection, itemId: string) =>
  Effect.map(rankOf(context, row, itemId), (rank) =>
    rank === undefined
      ? "It matches, but others come before it within the limit."
      : `It matches, but is ${rank}.`
  )

/** The rule with the result of each node, and a sentence, for a viewer. */
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
          ? "It is kept out by hand."
          : why.isTrue && !isMember
            ? yield* withinTime(row.rules, outside(context, row, id))
            : `${why.isTrue ? "In because" : "Not in because of"}: ${deciding(why).join(", ")}.`
    return { isMember, sentence: told, tree: why }
  })

/**
 * Explains to this viewer why an item belongs to a collection or not. Administrators may ask for a member, and then the
 * explanation includes hidden items.
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
  // Only users who may edit the rule see it.
  if (rules !== null && mayEdit(principal, row))
    return yield* byRule({ principal: viewer, row: { ...row, rules } }, { ...asked, id: itemId })
  const context = yield* viewing(viewer, [row])
  const isMember = yield* withinTime(rules, hasMember(context, row, itemId))
  const reason = asked.membership === "item" ? "It was added by hand." : "It was not added."
  return { isMember, sentence: rules === null ? reason : "", tree: null }
})

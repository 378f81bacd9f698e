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
import { Place } from "../../catalog/membership/events.ts"
import type { MemberContext } from "../../catalog/membership/members.ts"
import { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { hasMember, viewing, withinTime } from "./members.ts"
import { withNames } from "./names.ts"
import { mayEdit } from "./editing.ts"
import { findShown } from "./queries.ts"
import type { WhyNode } from "./shapes.ts"

type Leaf = Exclude<Node, { readonly type: "group" }>

const leavesOf = (node: Node): ReadonlyArray<Leaf> =>
  node.type === "group" ? node.children.flatMap(leavesOf) : [node]

/** The tree with the truth of each node, from the truth of its leaves in their order. */
const explained = (node: Node, texts: ReadonlyArray<string>, truths: Array<boolean>): WhyNode => {
  if (node.type !== "group") {
    const text = texts[texts.length - truths.length] ?? ""
    return { text, isTrue: truths.shift() === true, children: [] }
  }
  const children = node.children.map((child) => explained(child, texts, truths))
  const some = children.some(({ isTrue }) => isTrue)
  const isTrue = node.operator === "and" ? children.every((child) => child.isTrue) : some
  return { text: node.operator, isTrue: node.operator === "not" ? !some : isTrue, children }
}

/** The fewest leaves that make a node what it is. */
const deciding = ({ children, isTrue, text }: WhyNode): ReadonlyArray<string> => {
  if (children.length === 0) return [text]
  const isOne = (text === "or" && isTrue) || (text === "and" && !isTrue) || (text === "not" && !isTrue)
  const wanted = text === "not" ? !isTrue : isTrue
  const parts = children.filter((child) => child.isTrue === wanted).map(deciding)
  const shortest = parts.toSorted((a, b) => a.length - b.length)[0] ?? []
  return isOne ? shortest : parts.flat()
}

const Item = Schema.Struct({ kind: ItemKind, place: Schema.NullOr(Place) })
const Truths = Schema.Struct({ id: Schema.String, truths: Schema.Array(Schema.Boolean) })

/** The tree with the truth of each node for each of these items, from its leaves alone. */
export const explainItems = (
  context: MemberContext,
  tree: Node,
  texts: ReadonlyArray<string>,
  { ids, kind }: { readonly kind: ItemKind; readonly ids: ReadonlyArray<string> }
) =>
  Effect.gen(function* () {
    const { lists, sql } = context
    const options = { ...context, kind, words: (phrase: string) => lists.words(sql, kind, phrase) }
    const tests = leavesOf(tree).map((leaf) => sql`(${compile(sql, leaf, options).where}) is true`)
    const asked = tests.length === 0 ? sql`array[]::boolean[]` : sql`array[${sql.csv(tests)}]`
    const rows = yield* rowsOf(Truths)(sql`
      select v.id, ${asked} as truths from items v where v.id = any(${ids as Array<string>}::uuid[])`)
    return new Map(rows.map(({ id, truths }) => [id, explained(tree, texts, [...truths])]))
  })

/** Why an item belongs to a collection, or why it does not, for this viewer. */
export const explainMember = Effect.fn("collections.why")(function* (
  principal: Principal,
  id: string,
  itemId: string
) {
  const row = yield* findShown(principal, id)
  if (!isUuid(itemId)) return yield* new NotFound({ what: "item" })
  const sql = yield* SqlClient.SqlClient
  const { items } = yield* visibleTo(principal)
  const item = yield* rowOf(Item)(sql`
    select v.kind, (select e.place::text from collection_entries e where e.collection_id = ${id} and e.item_id = v.id) as place
    from items v where v.id = ${itemId} and ${items("v")}`)
  if (Option.isNone(item)) return yield* new NotFound({ what: "item" })
  const { kind, place } = item.value
  const context = yield* viewing(principal, [row])
  const isMember = yield* withinTime(row.rules, hasMember(context, row, itemId))
  // The rule is shown to those who may edit it.
  if (row.rules === null || !mayEdit(principal, row)) {
    const reason = place === "item" ? "It was added by hand." : "It was not added."
    return { isMember, sentence: row.rules === null ? reason : "", tree: null }
  }
  const tree = canonical(row.rules)
  const named = leavesOf(canonical((yield* withNames(principal, tree)).node))
  const texts = named.map((leaf) => sentence(leaf, itemFieldTable()))
  const trees = yield* withinTime(row.rules, explainItems(context, tree, texts, { kind, ids: [itemId] }))
  const why = trees.get(itemId)!
  const leading = deciding(why).join(", ")
  const told =
    place === "pinned"
      ? "It is pinned."
      : place === "banned"
        ? "It is kept out by hand."
        : why.isTrue && !isMember
          ? "It matches, but others come before it within the limit."
          : `${why.isTrue ? "In because" : "Not in because of"}: ${leading}.`
  return { isMember, sentence: told, tree: why }
})

import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { canonical } from "@media/query/canonical"
import { everything, type Limit, type Node, type Sort } from "@media/query/Tree"
import { kinds } from "../../generated/kinds.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { Visibility } from "../../platform/visibility/Visibility.ts"
import { compile, type CompileOptions } from "../filters/compile.ts"
import type { FreshRules } from "./fresh.ts"
import { mayHold } from "./possibleKinds.ts"

/**
 * Functions of the item lists that this module needs. Callers pass these functions as arguments, because the item lists
 * import this module and a direct import would be circular.
 */
export interface ItemLists {
  readonly words: (sql: SqlClient.SqlClient, kind: ItemKind, phrase: string) => Fragment
  /**
   * Returns the condition that the item `v` has this kind and that lists show it. Lists do not show versions, parts and
   * extras of videos.
   */
  readonly ofKind: (sql: SqlClient.SqlClient, kind: ItemKind) => Fragment
  /** Returns the sort expression over `items v`, or undefined for an unknown sort key. */
  readonly sortKey: (name: string) => string | undefined
}

/** The viewer of a collection, and everything else that is needed to compile the collection's conditions. */
export interface MemberContext extends Omit<CompileOptions, "kind" | "words"> {
  readonly sql: SqlClient.SqlClient
  readonly visibility: Visibility
  readonly lists: ItemLists
  /** The rules whose stored members are current and can be read without evaluating the rule. */
  readonly fresh?: FreshRules
}

export interface MemberRule {
  /** The id of the collection. Absent in a preview of a rule, because a preview has no pinned or excluded items. */
  readonly id?: string
  /** The conditions of the rule, or null for a manual collection. */
  readonly rules: Node | null
  readonly sort: ReadonlyArray<Sort>
  readonly limit: Limit | null
}

export interface Members {
  /**
   * Query for the members that the viewer sees, with the columns `id`, `kind`, `turn`, `list_position`, `key0`, `key1`
   * and so on.
   */
  readonly rows: Fragment
  /** The sort order of these rows. */
  readonly order: Fragment
}

/** Default sort order of a rule. */
const newestFirst: ReadonlyArray<Sort> = [{ field: "createdAt", direction: "desc" }]
const byHand: ReadonlyArray<Sort> = [{ field: "ordinal", direction: "asc" }]

const columns = ({ accountId, lists, sql }: MemberContext, sort: ReadonlyArray<Sort>, ordinal: string) => {
  const own = (
    table: string,
    column: string
  ) => sql`(select ${sql.literal(`n.${column}`)} from ${sql.literal(table)} n
    where n.item_id = v.id and n.account_id = ${accountId})`
  const keyOf = (field: string): Fragment =>
    field === "rating"
      ? own("user_items", "rating")
      : field === "lastPlayedAt"
        ? own("user_progress", "last_played_at")
        : sql.literal(field === "ordinal" ? ordinal : (lists.sortKey(field) ?? "v.created_at"))
  const keys = sort.map(({ field }, n) => sql`${keyOf(field)} as ${sql.literal(`key${n}`)}`)
  return sql.csv([sql`v.id`, sql`v.kind::text as kind`, ...keys])
}

const orderOf = (sql: SqlClient.SqlClient, sort: ReadonlyArray<Sort>): Fragment =>
  sql.literal(
    [
      "turn",
      ...sort.map(({ direction }, n) => `key${n} ${direction} nulls last`),
      "list_position",
      "id"
    ].join(", ")
  )

/**
 * Returns the condition that an item `v` of this kind matches a rule. With `few`, the condition is optimized for
 * testing single rows.
 */
const matching = (context: MemberContext, kind: ItemKind, rules: Node, few = false): Fragment => {
  const { lists, sql } = context
  const compiled = compile(sql, rules, {
    ...context,
    kind,
    words: (phrase) => lists.words(sql, kind, phrase)
  })
  return few ? compiled.walked : compiled.where
}

/** Maximum number of items for which a rule is tested item by item. */
const fewItems = 200

/**
 * A set of items to which a query is restricted. The query needs their kinds, because it has one subquery per kind and
 * PostgreSQL takes time to plan each.
 */
export interface Among {
  /** Query that selects the item ids. */
  readonly ids: Fragment
  readonly n: number
  readonly kinds: ReadonlySet<ItemKind | null>
}

/**
 * Returns a query for the ids of all items that match a rule, in all libraries and without a limit. The result is
 * stored for all viewers. Visibility is checked when a viewer requests the members. `among` restricts the query to some
 * items.
 */
export const matchesOf = (context: MemberContext, rules: Node, among?: Among): Fragment => {
  const { sql } = context
  const tree = canonical(rules)
  const isFew = among !== undefined && among.n <= fewItems
  const restricted = among === undefined ? sql.literal("true") : sql`v.id = any(array(${among.ids}))`
  const branches = kinds.flatMap(({ kind }) =>
    (among?.kinds.has(kind) ?? true) && mayHold(tree, kind)
      ? [
          sql`select v.id from items v where v.kind = ${sql.literal(`'${kind}'`)} and ${restricted}
            and ${matching(context, kind, tree, isFew)}`
        ]
      : []
  )
  return branches.length === 0
    ? sql`select v.id from items v where false`
    : sql.join(" union all ", false)(branches)
}

/** True if the stored members of a rule can be read instead of evaluating the rule. */
export const isCurrent = ({ fresh }: MemberContext, { id, rules }: MemberRule): boolean =>
  id !== undefined && rules !== null && fresh?.rules.get(id) === rules

/** True if the viewer hides NSFW content and the collection stores a separate set of members for such viewers. */
export const hasOwnVariant = ({ fresh, hidesNsfw = false }: MemberContext, id: string): boolean =>
  hidesNsfw && fresh?.variants.has(id) === true

/** Returns the condition that lists show an item, for a row `v` of `items` or `item_counts`. */
export const isListed = ({ lists, sql }: MemberContext): Fragment =>
  sql.or(kinds.map(({ kind }) => sql`(v.kind = ${sql.literal(`'${kind}'`)} and ${lists.ofKind(sql, kind)})`))

/**
 * Returns a `from` and `where` clause for the stored members of a rule, as rows of `items v`. Undefined if the stored
 * members are not current.
 */
const storedMatches = (context: MemberContext, rule: MemberRule): Fragment | undefined => {
  const { sql } = context
  const { id } = rule
  if (id === undefined || !isCurrent(context, rule)) return undefined
  const variant = sql.literal(String(hasOwnVariant(context, id)))
  return sql`from collection_matches t join items v on v.id = t.item_id
    where t.collection_id = ${id}::uuid and t.hides_nsfw = ${variant} and ${isListed(context)}`
}

const limited = (sql: SqlClient.SqlClient, found: Fragment, order: Fragment, limit: Limit): Fragment =>
  limit.unit === "items"
    ? sql`select * from (${found}) f order by ${order} limit ${limit.amount}::bigint`
    : sql`select ${sql.literal("f.*")} from (
        select f.*, row_number() over (order by ${order}) as ranked, count(*) over () as counted from (${found}) f) f
        where f.ranked <= ceil(f.counted * ${limit.amount}::float8 / 100)`

/** Returns the building blocks of the query for the members of a collection that a viewer sees. */
export const partsOf = (context: MemberContext, rule: MemberRule) => {
  const { id, rules, sort: given } = rule
  const { lists, sql, visibility } = context
  const sort = given.length > 0 ? given : rules === null ? byHand : newestFirst
  const tree = canonical(rules ?? everything)
  const undecided =
    id === undefined
      ? sql.literal("true")
      : sql`not exists (select from collection_entries d where d.collection_id = ${id}::uuid and d.item_id = v.id)`
  return {
    sort,
    undecided,
    order: orderOf(sql, sort),
    entries: (membership: "item" | "pinned", turn: number) => sql`
      select ${columns(context, sort, "e.ordinal")}, ${sql.literal(String(turn))} as turn, e.ordinal as list_position
      from collection_entries e join items v on v.id = e.item_id
      where e.collection_id = ${id ?? null}::uuid and e.membership = ${sql.literal(`'${membership}'`)} and ${visibility.items("v")}`,
    matched: (from: Fragment) =>
      sql`select ${columns(context, sort, "0::bigint")}, 1 as turn, 0::bigint as list_position ${from}`,
    /** Returns the condition that the item `v` has this kind, matches the rule and is visible to the viewer. */
    where: (kind: ItemKind) =>
      sql`${sql.and([lists.ofKind(sql, kind), visibility.items("v"), matching(context, kind, tree)])} and ${undecided}`,
    /**
     * Like `where`, for a query that reads items in the sort order of the rule. The rule's condition is compared as a
     * number. Otherwise, the planner would expect few matches, and would read and sort all of them.
     */
    walked: (kind: ItemKind) =>
      sql`${sql.and([lists.ofKind(sql, kind), visibility.inVisibleLibrary("v")])} and ${undecided}
        and coalesce((${matching(context, kind, tree, true)})::int, 0) <> 0`,
    possibleKinds: kinds.flatMap(({ kind }) => (mayHold(tree, kind) ? [kind] : []))
  }
}

/**
 * Returns the query for the members of a collection that a viewer sees. Visibility is checked before the sort order and
 * the limit. Otherwise, hidden items would count toward the limit, and viewers could infer from missing items that
 * hidden items exist.
 */
export const membersOf = (context: MemberContext, rule: MemberRule): Members => {
  const { id, limit, rules } = rule
  const { sql, visibility } = context
  const { entries, matched, order, possibleKinds, sort, undecided, where } = partsOf(context, rule)
  const cut = (found: Fragment) => (limit === null ? found : limited(sql, found, order, limit))
  if (rules === null) return { rows: cut(entries("item", 1)), order }
  const stored = storedMatches(context, rule)
  const found =
    stored !== undefined
      ? matched(sql`${stored} and ${visibility.items("v")} and ${undecided}`)
      : possibleKinds.length === 0
        ? matched(sql`from items v where false`)
        : sql.join(
            " union all ",
            false
          )(possibleKinds.map((kind) => matched(sql`from items v where ${where(kind)}`)))
  const shownRows = cut(found)
  if (id === undefined) return { rows: shownRows, order }
  const shown = ["id", "kind", ...sort.map((_, n) => `key${n}`), "turn", "list_position"].join(", ")
  return {
    rows: sql`select ${sql.literal(shown)} from (${shownRows}) m union all ${entries("pinned", 0)}`,
    order
  }
}

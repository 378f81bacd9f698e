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

/** Parts of the lists of items. Those lists import this slice, so it cannot import them. */
export interface ItemLists {
  readonly words: (sql: SqlClient.SqlClient, kind: ItemKind, phrase: string) => Fragment
  /** On a row of `items v`: an item of this kind that lists show. */
  readonly ofKind: (sql: SqlClient.SqlClient, kind: ItemKind) => Fragment
  /** The expression over `items v` of a sort key; undefined for an unknown one. */
  readonly sortKey: (name: string) => string | undefined
}

/** The viewer of a collection, in the form that all conditions need. */
export interface MemberContext extends Omit<CompileOptions, "kind" | "words"> {
  readonly sql: SqlClient.SqlClient
  readonly visibility: Visibility
  readonly lists: ItemLists
  /** The rules whose stored members can be read instead of evaluating them. */
  readonly fresh?: FreshRules
}

export interface MemberRule {
  /** Absent in a preview, which has no entries. */
  readonly id?: string
  /** Null for a manual collection. */
  readonly rules: Node | null
  readonly sort: ReadonlyArray<Sort>
  readonly limit: Limit | null
}

export interface Members {
  /** `select id, kind, turn, list_position, key0, ...` of every member that the viewer sees. */
  readonly rows: Fragment
  /** The order of these rows. */
  readonly order: Fragment
}

/** The order of a rule that has none of its own. */
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

/** A condition on a row `v` of `items` of this kind. With `few`, each row is looked up. */
const matching = (context: MemberContext, kind: ItemKind, rules: Node, few = false): Fragment => {
  const { lists, sql } = context
  const compiled = compile(sql, rules, {
    ...context,
    kind,
    words: (phrase) => lists.words(sql, kind, phrase)
  })
  return few ? compiled.walked : compiled.where
}

/** Up to this many items are looked up one by one. */
const fewItems = 200

/** A few items. Each of their kinds takes time to plan. */
export interface Among {
  /** Selects their `id`. */
  readonly ids: Fragment
  readonly n: number
  readonly kinds: ReadonlySet<ItemKind | null>
}

/**
 * `select id` of all items that match a tree, in all libraries and without a limit. These members are stored, and each
 * viewer sees the visible ones. `among` restricts the query to some items.
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

/** Tells whether the stored members of a rule can be read instead of evaluating it. */
export const isCurrent = ({ fresh }: MemberContext, { id, rules }: MemberRule): boolean =>
  id !== undefined && rules !== null && fresh?.rules.get(id) === rules

/**
 * Tells whether the members of a rule are stored separately for viewers who hide NSFW content, and the viewer is one of
 * them.
 */
export const hasOwnVariant = ({ fresh, hidesNsfw = false }: MemberContext, id: string): boolean =>
  hidesNsfw && fresh?.variants.has(id) === true

/** A row of `items v`, or of counts of items, that lists show. */
export const isListed = ({ lists, sql }: MemberContext): Fragment =>
  sql.or(kinds.map(({ kind }) => sql`(v.kind = ${sql.literal(`'${kind}'`)} and ${lists.ofKind(sql, kind)})`))

/** The stored members of a rule that lists show, each a row of `items v`; undefined if they are not current. */
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

/** The parts of the members of a rule that a viewer sees, as `items` rows with the keys of its order. */
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
    /** On `items v`: what the rule matches among a kind. */
    where: (kind: ItemKind) =>
      sql`${sql.and([lists.ofKind(sql, kind), visibility.items("v"), matching(context, kind, tree)])} and ${undecided}`,
    /**
     * The condition for a walk in the order of the rule, as a number that hides from the planner how few rows may
     * match.
     */
    walked: (kind: ItemKind) =>
      sql`${sql.and([lists.ofKind(sql, kind), visibility.inVisibleLibrary("v")])} and ${undecided}
        and coalesce((${matching(context, kind, tree, true)})::int, 0) <> 0`,
    possibleKinds: kinds.flatMap(({ kind }) => (mayHold(tree, kind) ? [kind] : []))
  }
}

/**
 * The members of a collection that a viewer sees. Visibility is applied before the order and the limit. Otherwise some
 * viewers would see fewer items, and could infer that hidden ones exist.
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

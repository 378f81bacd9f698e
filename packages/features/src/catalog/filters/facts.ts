import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { type FieldTable, hasKind, WORDS } from "@media/query/Field"
import { type Condition, conditionsIn, group, type Group, type Node } from "@media/query/Tree"
import type { SqlSource } from "./sources.ts"

interface Context {
  readonly sql: SqlClient.SqlClient
  readonly isWalk: boolean
  readonly fields: FieldTable<SqlSource>
  readonly kind: string
}

const isNegation = (node: Node | undefined): boolean => node?.type === "group" && node.operator === "not"

/**
 * Compiles a condition to SQL on a row `k` of a table of facts, such as `video_facts`. The SQL value is null or false
 * if the row does not match.
 */
type OnRow = (condition: Condition) => Fragment

/**
 * Returns the table of facts that a node of the filter reads, or undefined if the node reads several tables or anything
 * other than facts.
 */
const tableOf = ({ fields, kind }: Context, node: Node): string | undefined => {
  if (node.type === "relation") return undefined
  const tables = new Set(
    conditionsIn(node).map(({ condition }) => {
      const field = condition.field === WORDS ? undefined : fields.find(condition.field)
      const isOfKind = field !== undefined && hasKind(field, kind) && condition.kinds === undefined
      return isOfKind && field.source.from === "facts" ? field.source.table : undefined
    })
  )
  return tables.size === 1 ? [...tables][0] : undefined
}

const onRow = (sql: SqlClient.SqlClient, node: Node, condition: OnRow): Fragment => {
  if (node.type === "relation") throw new Error("relations have no fact table")
  if (node.type === "condition") return condition(node)
  const children = node.children.map((child) => onRow(sql, child, condition))
  if (children.length === 0) return sql.literal(String(node.operator !== "or"))
  if (node.operator === "not") return sql`(${sql.or(children)}) is not true`
  return sql`(${node.operator === "and" ? sql.and(children) : sql.or(children)})`
}

/** True if a node matches an item without a row in the table of facts. All fields of such an item are empty. */
const holdsWithoutRow = (node: Node): boolean => {
  if (node.type === "condition") return node.operator === "is_null"
  if (node.type === "relation") return false
  if (node.operator === "and") return node.children.every(holdsWithoutRow)
  return node.children.some(holdsWithoutRow) === (node.operator === "or")
}

/**
 * Returns the condition that `expression` is true for an item's row in a table of facts. `isTrueWithoutRow` is the
 * result for items without a row.
 *
 * If the query reads items in sort order (`isWalk`), the condition is a scalar subquery. PostgreSQL would convert
 * `exists` to a join, and the join would read the whole table for each library of the list.
 *
 * In other queries, an expression without an index is wrapped in `coalesce`, so that the planner cannot estimate the
 * number of matches. Otherwise, the planner would expect few matches. It would then look up the facts of all items one
 * by one instead of reading the table once.
 */
export const onTable = (
  { isWalk, sql }: Pick<Context, "isWalk" | "sql">,
  table: string,
  expression: Fragment,
  { hasIndex = false, isTrueWithoutRow = false } = {}
): Fragment => {
  const rows = sql`from ${sql.literal(table)} k where k.item_id = v.id`
  if (isWalk)
    return sql`coalesce((select (${expression}) is true ${rows}), ${sql.literal(String(isTrueWithoutRow))})`
  if (hasIndex) return sql`exists (select ${rows} and ${expression})`
  return isTrueWithoutRow
    ? sql`not exists (select ${rows} and not coalesce(${expression}, false))`
    : sql`exists (select ${rows} and coalesce(${expression}, false))`
}

/**
 * If several children of a group read the same table of facts, combines them into one subquery. Separate subqueries
 * would each read the table: seven conditions on the facts of 25,000 videos took 1.5 s. Children that cannot be
 * combined are returned as `others`.
 */
export const factsOnce = (
  context: Context,
  { children, operator }: Group,
  condition: OnRow
): { readonly merged: ReadonlyArray<Fragment>; readonly others: ReadonlyArray<Node> } => {
  const { sql } = context
  const byTable = new Map<string | undefined, Array<Node>>()
  for (const child of children) {
    const table = tableOf(context, child)
    byTable.set(table, [...(byTable.get(table) ?? []), child])
  }
  const merged: Array<Fragment> = []
  const others: Array<Node> = []
  for (const [table, nodes] of byTable) {
    // Do not combine a single condition or negation. A negation that is compiled separately can use an index to find
    // the few rows to exclude, whereas the combined form would select all other rows.
    const [first] = nodes
    const isOne = nodes.length === 1 && (first?.type === "condition" || isNegation(first))
    if (table === undefined || isOne) {
      others.push(...nodes)
      continue
    }
    const all = group(operator === "and" ? "and" : "or", nodes)
    const expression = onRow(sql, all, condition)
    merged.push(onTable(context, table, expression, { isTrueWithoutRow: holdsWithoutRow(all) }))
  }
  return { merged, others }
}

import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { Operator } from "@media/query/Operator"
import type { Condition } from "@media/query/Tree"
import type { TextsSource } from "./sources.ts"

/** The positive operator for each negated operator. */
const negated: Partial<Record<Operator, Operator>> = {
  not_equals: "equals",
  not_in: "in",
  not_contains: "contains",
  not_matches: "matches"
}

/**
 * Compiles a condition on a field with several values per row of `items v`. The result is never null. A negated
 * operator is true if the row has values and none of them satisfies the positive operator. The values are read in a
 * scalar subquery, because PostgreSQL would convert `exists` to a join that reads the values of all items. `test`
 * compiles a condition on one value, `m.value`.
 */
export const textsCondition = (
  sql: SqlClient.SqlClient,
  { rows }: TextsSource,
  condition: Condition,
  test: (condition: Condition) => Fragment
): Fragment => {
  const ofTexts = (of: Fragment) =>
    sql`coalesce((select ${of} from (${sql.literal(rows)}) m(value) where m.value is not null), false)`
  const { operator } = condition
  const positive = negated[operator]
  if (operator === "is_null") return sql`not ${ofTexts(sql.literal("bool_or(true)"))}`
  if (operator === "is_not_null") return ofTexts(sql.literal("bool_or(true)"))
  return positive === undefined
    ? ofTexts(sql`bool_or(${test(condition)})`)
    : ofTexts(sql`not bool_or(${test({ ...condition, operator: positive })})`)
}

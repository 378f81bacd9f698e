import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { Field } from "@media/query/Field"
import type { Principal } from "@media/wire/Security"
import { entityExists, relationRows } from "../../catalog/filters/entities.ts"
import { foldedOf, quicklyFolded } from "../../catalog/filters/compile.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"

/**
 * Returns a condition on a case-folded text. `isIndexed` is true if a trigram index exists for the expression `folded`.
 */
export type ValueTest = (folded: Fragment, isIndexed: boolean) => Fragment

interface Viewer extends Pick<Principal, "accountId" | "showNsfw"> {
  /** Query for the ids of the tags that the caller may see. Absent if the caller may see all tags. */
  readonly shownTags?: Fragment
}

/**
 * Returns a query for the values of a field as rows `(id, value, item)`. The query reads the items in `matched`, which
 * must have all columns of `items`. Values of an ordered enum are ranks, and a date counts as its year. If the values
 * have an index, the query applies `isWanted`. Otherwise, the caller must apply `isWanted` (see `testsValues`).
 */
export const valuesOf = (
  sql: SqlClient.SqlClient,
  { searched, source, type }: Field<SqlSource>,
  { accountId, shownTags, showNsfw }: Viewer,
  isWanted?: ValueTest
): Fragment => {
  const none = sql.literal("null::uuid as id")
  const inIndex = (expression: string) =>
    searched && isWanted !== undefined
      ? isWanted(sql.literal(foldedOf(expression)), true)
      : sql.literal("true")
  switch (source.from) {
    case "relation":
      return sql.join(
        " union all ",
        false
      )(
        source.tables.map(
          ({ id, item = "item_id", name, table }) =>
            sql`select ${sql.literal(`r.${id} as id, r.${name} as value, v.id as item`)} from matched v
              join ${sql.literal(table)} r on ${sql.literal(`r.${item} = ${source.of} where r.${id} is not null`)}
                and ${inIndex(`r.${name}`)}`
        )
      )
    case "entities": {
      const tags = shownTags === undefined ? {} : { shownTags }
      const context = { sql, isWalk: false, accountId, hidesNsfw: !showNsfw, ...tags }
      if (source.of !== "which")
        return sql`select ${none}, ${entityExists(context, source)}::text as value, v.id as item from matched v`
      return sql`select e.id, e.name as value, v.id as item from matched v
        join ${relationRows(context, source)} r on r.item_id = v.id
        join related_entities e on e.id = r.entity_id ${sql.literal(showNsfw ? "" : "and not e.is_nsfw")}`
    }
    case "facts": {
      const { expression, table } = source
      return sql`select ${none}, ${sql.literal(`(${expression})::text as value, v.id as item from matched v
        join ${table} k on k.item_id = v.id where ${expression} is not null`)} and ${inIndex(expression)}`
    }
    case "texts":
      return sql`select ${none}, ${sql.literal(`m.value, v.id as item
        from matched v cross join lateral (${source.rows}) m(value) where m.value is not null`)}`
    case "collection":
      return sql`select ${none}, null::text as value, v.id as item from matched v where false`
    case "own":
      return sql`select ${none}, coalesce(${sql.literal(`n.${source.column}`)}, false)::text as value, v.id as item
        from matched v left join ${sql.literal(source.table)} n on n.item_id = v.id and n.account_id = ${accountId}`
    case "item": {
      const value = type.name === "date" ? `left(${source.expression}, 4)` : `(${source.expression})::text`
      return sql`select ${none}, ${sql.literal(`${value} as value, v.id as item from matched v where ${source.expression} is not null`)}`
    }
  }
}

/** Returns true if `valuesOf` applies `isWanted` to the values of this field. */
export const testsValues = ({ searched, source }: Field<SqlSource>): boolean =>
  searched && (source.from === "relation" || source.from === "facts")

/** Returns the name of a field in `fact_counts`, or undefined if the table does not count its values. */
export const listedColumn = ({ source }: Field<SqlSource>): string | undefined =>
  source.from === "facts" && source.listed !== undefined ? `${source.table}.${source.listed}` : undefined

/** Returns the SQL key for grouping values: the id of an entity, or the case-folded text. */
export const valueKey = ({ type }: Field<SqlSource>): string =>
  type.name === "ref" ? "id::text" : type.name === "text" ? quicklyFolded("value") : "value"

/** Returns a stored value as it is written in a query. */
export const writtenValue = ({ type }: Field<SqlSource>, value: string): string =>
  type.name === "oneOf" && type.isOrdered ? (type.values[Number(value) - 1] ?? value) : value

import type { Fragment } from "@effect/sql/Statement"
import type { Field } from "@media/query/Field"
import { WORDS } from "@media/query/Field"
import type { Node } from "@media/query/Tree"
import { printScalar } from "@media/query/values/scalars"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { relationRows } from "../../catalog/filters/entities.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"
import type { MemberContext } from "../../catalog/membership/members.ts"

/** A condition on a field, or on related entities. */
export type Leaf = Exclude<Node, { readonly type: "group" }>

/** Maximum number of names in the value of a field. */
const mostNames = 10
/** Maximum length of a value in characters. */
const longest = 120

const fieldOf = (leaf: Leaf): Field<SqlSource> | undefined => {
  const name = leaf.type === "relation" ? leaf.relation : leaf.field
  return name === WORDS ? undefined : itemFieldTable().find(name)
}

/**
 * Returns SQL for the value of a field in a row of `items v` as JSON. The value is a single value or an array of
 * strings, such as the names of the item's entities.
 */
const valueOf = (context: MemberContext, { source }: Field<SqlSource>): Fragment => {
  const { accountId, hidesNsfw = false, sql } = context
  const none = sql.literal("null::jsonb")
  const names = (from: Fragment) => sql`(select jsonb_agg(n.name) from (select x.name from (${from}) x
    where x.name is not null order by x.name limit ${sql.literal(String(mostNames))}) n)`
  switch (source.from) {
    case "item":
      return sql.literal(`to_jsonb(${source.expression})`)
    case "facts":
      return sql.literal(
        `(select to_jsonb(${source.expression}) from ${source.table} k where k.item_id = v.id limit 1)`
      )
    case "texts":
      return names(sql.literal(`select distinct m.value as name from (${source.rows}) m(value)`))
    case "own": {
      const row = sql`(select to_jsonb(${sql.literal(`n.${source.column}`)}) from ${sql.literal(source.table)} n
        where n.account_id = ${accountId} and ${sql.literal(source.row ?? "n.item_id = v.id")} limit 1)`
      return source.absent === undefined ? row : sql`coalesce(${row}, to_jsonb(${source.absent}::float8))`
    }
    case "relation":
      return names(
        sql.join(
          " union ",
          false
        )(
          source.tables.map(({ id, item, name, table }) =>
            sql.literal(
              `select r.${name} as name from ${table} r where r.${item ?? "item_id"} = ${source.of} and r.${id} is not null`
            )
          )
        )
      )
    case "entities":
      return source.of === "which" || source.of === "favorite"
        ? names(sql`select distinct e.name from ${relationRows({ ...context, isWalk: true }, source)} r
            join related_entities e on e.id = r.entity_id
            where r.item_id = v.id and ${sql.literal(hidesNsfw ? "not e.is_nsfw" : "true")}`)
        : sql`(select to_jsonb(count(*)) from item_relations r join related_entities e on e.id = r.entity_id
            where r.item_id = v.id and r.relation = ${sql.literal(`'${source.relation}'`)}
              and ${sql.literal(hidesNsfw ? "not e.is_nsfw" : "true")})`
    case "collection":
      return none
  }
}

/**
 * Returns SQL for the value of the field of each leaf as JSON, in the order of the leaves. The SQL is null for
 * conditions whose result already shows the value, such as `is:favorite`.
 */
export const valuesOf = (context: MemberContext, leaves: ReadonlyArray<Leaf>): ReadonlyArray<Fragment> =>
  leaves.map((leaf) => {
    const field = fieldOf(leaf)
    return field === undefined || field.type.name === "boolean" || field.source.from === "collection"
      ? context.sql.literal("null::jsonb")
      : valueOf(context, field)
  })

/**
 * Returns a value as a user would write it in a filter. Returns null if the result of the condition already shows the
 * value, as for `is:favorite`.
 */
export const valueText = (leaf: Leaf, value: unknown): string | null => {
  const field = fieldOf(leaf)
  if (field === undefined || field.type.name === "boolean" || field.source.from === "collection") return null
  if (value === null || value === undefined) return "empty"
  const { type } = field
  if (Array.isArray(value)) return value.map(String).join(", ")
  const scalar =
    type.name === "oneOf" && typeof value === "number"
      ? (type.values[value - 1] ?? "empty")
      : type.name === "time"
        ? String(value).slice(0, 16).replace("T", " ")
        : printScalar(type, value as string | number)
  return scalar.length > longest ? `${scalar.slice(0, longest)}…` : scalar
}

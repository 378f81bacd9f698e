import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bounded } from "../../catalog/items/asked.ts"
import * as Access from "../../platform/access/Access.ts"
import { isListField, type ListField } from "../../catalog/items/lists.ts"
import type { ItemTarget, SelectionValues } from "./contract.ts"
import { type EditableField, editableFields, isOwn, relationOf, shownField } from "./editable.ts"
import { conditionOf, countTarget } from "./queries.ts"

const Row = Schema.Struct({
  field: Schema.String,
  value: Schema.Unknown,
  count: Schema.Number,
  total: Schema.Number
})
const Position = Schema.Struct({ position: Schema.Number })

const mostScalars = 5
const mostListed = 50
/** Maximum length of text in characters. Longer text is truncated before it is compared and shown. */
const shownCharacters = 300

/**
 * Returns SQL for the value of a field of `items v` as JSON. An item is NSFW if its own flag or the flag of its library
 * is set. The value of `isNsfw` is the item's own flag, which an edit changes.
 */
const valueIn = (sql: SqlClient.SqlClient, field: EditableField, accountId: string): Fragment => {
  const { source, type } = field
  const json = (text: string) =>
    type.name === "text" ? `to_jsonb(left(${text}, ${shownCharacters}))` : `to_jsonb(${text})`
  if (field.name === "isNsfw") return sql.literal("to_jsonb(v.is_nsfw_own)")
  switch (source.from) {
    case "item":
      return sql.literal(json(source.expression))
    case "facts":
      return sql.literal(`(select ${json(source.expression)} from ${source.table} k where k.item_id = v.id)`)
    case "own": {
      const value = sql`(select to_jsonb(n.${sql.literal(source.column)}) from ${sql.literal(source.table)} n
        where n.item_id = v.id and n.account_id = ${accountId})`
      return type.name === "boolean" ? sql`coalesce(${value}, 'false')` : value
    }
    default:
      throw new Error(`the field ${field.name} contains a list, not a single value`)
  }
}

/** SQL that returns the entries of a list field of `items v` as rows, keyed by field. */
const entriesIn: Readonly<Record<ListField, string>> = {
  urls: `select u.entry from jsonb_array_elements_text(
    case when jsonb_typeof(k.shown -> 'urls') = 'array' then k.shown -> 'urls' else '[]' end) u(entry)`,
  externalIds: `select x.key || ':' || x.value from jsonb_each_text(
    case when jsonb_typeof(k.shown -> 'externalIds') = 'object' then k.shown -> 'externalIds' else '{}' end) x`
}

/**
 * Returns the current values of all items in a target for each field that the caller may edit. One statement reads all
 * fields. Entities that are hidden from the caller are omitted.
 */
export const valuesOfTarget = Effect.fn("bulk.values")(function* (principal: Principal, target: ItemTarget) {
  const sql = yield* SqlClient.SqlClient
  const { read, where } = yield* conditionOf(principal, target)
  const { kinds, matched } = yield* countTarget(principal, target)
  const mayEdit = Access.can(principal, "edit-item")
  const fields = editableFields(kinds).filter((field) => mayEdit || isOwn(field))
  const position = yield* rowOf(Position)(sql`select coalesce(max(position), 0) as position from events`)
  const lists = fields.flatMap(({ name }) => (isListField(name) ? [name] : []))
  const scalars = fields.filter((field) => relationOf(field) === undefined && !isListField(field.name))
  const relations = fields.flatMap((field) => relationOf(field) ?? [])
  const seen = sql.literal(principal.showNsfw ? "true" : "not e.is_nsfw")
  const found = [
    ...scalars.map(
      ({ name }, index) =>
        sql`select ${name}::text as field, ${sql.literal(`f${index}`)} as value, count(*)::int as count from v group by 2`
    ),
    ...lists.map(
      (name) => sql`select ${name}::text, to_jsonb(l.entry), count(*)::int
        from v join item_sources k on k.item_id = v.id cross join lateral (${sql.literal(entriesIn[name])}) l(entry) group by 2`
    ),
    ...(relations.length === 0
      ? []
      : [
          sql`select r.relation::text, to_jsonb(e.name), count(*)::int
            from v join item_relations r on r.item_id = v.id join related_entities e on e.id = r.entity_id
            where r.relation::text = any(${relations as Array<string>}) and ${seen} group by r.relation, e.id, e.name`
        ])
  ]
  const columns = scalars.map(
    (field, index) => sql`${valueIn(sql, field, principal.accountId)} as ${sql.literal(`f${index}`)}`
  )
  const statement = rowsOf(Row)(sql`
    with v as materialized (
      select ${sql.csv([sql.literal("v.id"), ...columns])} from items v where ${where}
    ),
    found as (${sql.join(" union all ", false)(found)}),
    ranked as (
      select *, count(*) over (partition by field)::int as total,
        row_number() over (partition by field order by count desc, value) as rank
      from found
    )
    select field, value, count, total from ranked where rank <= ${mostListed} order by field, rank`)
  const rows = yield* read === undefined ? statement : bounded(read, statement)
  return {
    matched,
    position: Option.getOrThrow(position).position,
    fields: fields.map((field) => {
      const shown = shownField(field)
      const own = rows.filter((row) => row.field === field.name)
      return {
        ...shown,
        total: own[0]?.total ?? 0,
        values: own
          .slice(0, shown.isList || shown.type === "names" ? mostListed : mostScalars)
          .map(({ count, value }) => ({
            value: (typeof value === "object" ? null : value) as string | number | boolean | null,
            count
          }))
      }
    })
  } satisfies SelectionValues
})

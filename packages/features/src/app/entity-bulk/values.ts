import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { entityFieldTables } from "../../catalog/related/fields.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import * as Access from "../../platform/access/Access.ts"
import type { FieldValues } from "../bulk/contract.ts"
import { SelectionChanged } from "../bulk/errors.ts"
import { matchingEntities } from "../entities/queries.ts"
import type { EntitySelectionValues, EntityTarget } from "./contract.ts"
import { ownFields } from "./editable.ts"

const Row = Schema.Struct({
  field: Schema.String,
  value: Schema.Unknown,
  count: Schema.Number,
  total: Schema.Number
})
const Count = Schema.Struct({ n: Schema.Number })
type Field = (typeof entityFieldTables)["performer"]["fields"][number]

const mostValues = 5
/** Maximum length of text in characters. Longer text is truncated before it is compared and shown. */
const shownCharacters = 300

/** Returns SQL for the value of a field of `related_entities e` as JSON. */
const valueIn = (sql: SqlClient.SqlClient, { source, type }: Field, accountId: string): Fragment => {
  if (source.from === "item")
    return sql.literal(
      type.name === "text"
        ? `to_jsonb(left(${source.expression}, ${shownCharacters}))`
        : `to_jsonb(${source.expression})`
    )
  if (source.from !== "own") throw new Error("this field of an entity is not stored with the entity itself")
  const value = sql`(select to_jsonb(n.${sql.literal(source.column)}) from user_related n
    where n.entity_id = e.id and n.account_id = ${accountId})`
  return type.name === "boolean" ? sql`coalesce(${value}, 'false')` : value
}

const shownField = (field: Field) => {
  const { label, name, type } = field
  const isChoice = type.name === "oneOf"
  const plain =
    type.name === "boolean" || type.name === "date" || type.name === "rating" || type.name === "text"
  const shown: FieldValues["type"] = isChoice ? "choice" : plain ? type.name : "number"
  return {
    ...{ name, label, isList: false, canUnlock: false },
    type: shown,
    isOwn: ownFields.has(name),
    canClear: type.name !== "boolean",
    ...(isChoice ? { choices: type.values } : {})
  }
}

/** Returns the condition on `related_entities e` that selects the entities of a target that the caller may see. */
const conditionOf = (principal: Principal, { except = [], filter, ids = [], kind }: EntityTarget) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ofKind = sql`e.kind = ${kind}::related_kind`
    if (filter === undefined) {
      const { fewEntities } = yield* entitiesVisibleTo(principal)
      return sql`${ofKind} and e.id = any(${ids as Array<string>}::uuid[]) and ${fewEntities("e")}`
    }
    const { fitting, where } = yield* matchingEntities(principal, kind, filter)
    return sql`${ofKind} and e.id <> all(${except as Array<string>}::uuid[])
      and e.id in (select s.entity_id from ${fitting} where ${where})`
  })

/** Returns the current values of all entities in a target, for each field that the caller may edit. */
export const valuesOfEntities = Effect.fn("entityBulk.values")(function* (
  principal: Principal,
  target: EntityTarget
) {
  const sql = yield* SqlClient.SqlClient
  const where = yield* conditionOf(principal, target)
  const [counted] = yield* rowsOf(Count)(
    sql`select count(*)::int as n from related_entities e where ${where}`
  )
  const matched = counted!.n
  if (target.expected !== undefined && target.expected !== matched)
    return yield* new SelectionChanged({ matched, words: [target.kind, `${target.kind}s`] })
  const mayEdit = Access.can(principal, "edit-entities")
  const fields = entityFieldTables[target.kind].fields.filter(
    ({ editable, name }) => editable && (mayEdit || ownFields.has(name))
  )
  const columns = fields.map(
    (field, index) => sql`${valueIn(sql, field, principal.accountId)} as ${sql.literal(`f${index}`)}`
  )
  const found = fields.map(
    ({ name }, index) =>
      sql`select ${name}::text as field, ${sql.literal(`f${index}`)} as value, count(*)::int as count from v group by 2`
  )
  const rows = yield* rowsOf(Row)(sql`
    with v as materialized (select ${sql.csv(columns)} from related_entities e where ${where}),
    found as (${sql.join(" union all ", false)(found)}),
    ranked as (
      select *, count(*) over (partition by field)::int as total,
        row_number() over (partition by field order by count desc, value) as rank
      from found
    )
    select field, value, count, total from ranked where rank <= ${mostValues} order by field, rank`)
  return {
    matched,
    fields: fields.map((field) => {
      const own = rows.filter((row) => row.field === field.name)
      return {
        ...shownField(field),
        total: own[0]?.total ?? 0,
        values: own.map(({ count, value }) => ({
          value: (typeof value === "object" ? null : value) as string | number | boolean | null,
          count
        }))
      }
    })
  } satisfies EntitySelectionValues
})

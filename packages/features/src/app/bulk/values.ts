import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bounded } from "../../catalog/items/asked.ts"
import type { ItemTarget, SelectionValues } from "./contract.ts"
import { conditionOf } from "./queries.ts"

const Row = Schema.Struct({
  field: Schema.String,
  id: Schema.NullOr(Schema.String),
  value: Schema.Unknown,
  count: Schema.Number,
  total: Schema.Number,
  matched: Schema.Number
})
type Row = typeof Row.Type

const mostScalars = 5
const mostListed = 50

const scalar = (rows: ReadonlyArray<Row>): SelectionValues["date"] => ({
  total: rows[0]?.total ?? 0,
  values: rows
    .slice(0, mostScalars)
    .map(({ count, value }) => ({ value: value as string | boolean | null, count }))
})
const list = (rows: ReadonlyArray<Row>): SelectionValues["tags"] => ({
  total: rows[0]?.total ?? 0,
  values: rows.flatMap(({ count, id, value }) => (id === null ? [] : [{ id, name: String(value), count }]))
})

/** Counts the values of all items of a target in one statement. Entities that the caller does not see are left out. */
export const valuesOfTarget = Effect.fn("bulk.values")(function* (principal: Principal, target: ItemTarget) {
  const sql = yield* SqlClient.SqlClient
  const { read, where } = yield* conditionOf(principal, target)
  const seen = sql.literal(principal.showNsfw ? "true" : "not e.is_nsfw")
  const statement = rowsOf(Row)(sql`
    with v as materialized (select v.id, v.date, v.is_organized, v.is_nsfw_own from items v where ${where}),
    found as (
      select 'date' as field, null::uuid as id, to_jsonb(v.date) as value, count(*)::int as count from v group by v.date
      union all select 'isOrganized', null, to_jsonb(v.is_organized), count(*)::int from v group by v.is_organized
      union all select 'isNsfw', null, to_jsonb(v.is_nsfw_own), count(*)::int from v group by v.is_nsfw_own
      union all select r.relation::text, e.id, to_jsonb(e.name), count(*)::int
        from v join item_relations r on r.item_id = v.id join related_entities e on e.id = r.entity_id
        where ${seen} group by r.relation, e.id, e.name
    ),
    ranked as (
      select *, count(*) over (partition by field)::int as total,
        row_number() over (partition by field order by count desc, value, id) as rank
      from found
    )
    select field, id, value, count, total, (select count(*)::int from v) as matched
    from ranked where rank <= ${mostListed} order by field, rank`)
  const rows = yield* read === undefined ? statement : bounded(read, statement)
  const of = (field: string) => rows.filter((row) => row.field === field)
  return {
    matched: rows[0]?.matched ?? 0,
    date: scalar(of("date")),
    isOrganized: scalar(of("isOrganized")),
    isNsfw: scalar(of("isNsfw")),
    performers: list(of("performer")),
    tags: list(of("tag")),
    studio: list(of("studio"))
  } satisfies SelectionValues
})

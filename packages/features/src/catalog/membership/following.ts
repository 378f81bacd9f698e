import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { conditionsIn, type Node, type Scalar } from "@media/query/Tree"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { mapValues } from "./mapValues.ts"

const Merged = Schema.Struct({ id: Schema.String, into: Schema.String })

const idsIn = (node: Node): ReadonlyArray<string> =>
  conditionsIn(node).flatMap(({ condition }) =>
    [condition.value].flat().flatMap((one) => (typeof one === "string" && isUuid(one) ? [one] : []))
  )

/**
 * Replaces the ids of merged performers, studios and tags in rules with the ids of the entities they were merged into.
 */
export const followMerges = <Row extends { readonly rules: Node | null }>(rows: ReadonlyArray<Row>) =>
  Effect.gen(function* () {
    const ids = [...new Set(rows.flatMap(({ rules }) => (rules === null ? [] : idsIn(rules))))]
    if (ids.length === 0) return rows
    const sql = yield* SqlClient.SqlClient
    const merged = yield* rowsOf(Merged)(sql`
      with recursive led(id, target, depth) as (
        select m.id, m.into_id, 1 from related_merged m where m.id = any(${ids}::uuid[])
        union all select l.id, m.into_id, l.depth + 1 from led l join related_merged m on m.id = l.target where l.depth < 100
      )
      select distinct on (id) id, target as into from led order by id, depth desc`)
    if (merged.length === 0) return rows
    const into = new Map(merged.map((row) => [row.id, row.into]))
    const follow = (value: Scalar): Scalar => into.get(String(value)) ?? value
    return rows.map((row) =>
      row.rules === null ? row : { ...row, rules: mapValues(row.rules, () => follow) }
    )
  })

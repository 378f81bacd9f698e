import * as SqlClient from "@effect/sql/SqlClient"
import { Invalid } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import { type Field, hasKind } from "@media/query/Field"
import { printNode } from "@media/query/text/print"
import { closest } from "@media/query/text/suggest"
import { condition, conditionsIn, group, type Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isCountable } from "../../catalog/filters/countable.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { readQuery } from "../../catalog/filters/readQuery.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"
import { asked } from "../../catalog/items/asked.ts"
import { matches } from "../../catalog/items/matching.ts"
import { shownTagsFor } from "../../catalog/related/shownTags.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Facet, FacetParams } from "./contract.ts"
import { valueKey, valuesOf, writtenValue } from "./values.ts"
import { withinBound } from "./withinBound.ts"

/** Maximum number of values per field. */
export const mostValues = 50

/**
 * Returns the field with this name or alias. Fails with `Invalid` if the field is unknown or its values cannot be
 * counted.
 */
export const countableField = (name: string) =>
  Effect.gen(function* () {
    const { fields, find } = itemFieldTable()
    const field = find(name)
    if (field !== undefined && isCountable(field)) return field
    const suggestion = closest(
      name,
      fields.filter(isCountable).map(({ text }) => text)
    )
    const reason =
      field === undefined ? `Unknown field "${name}".` : `The values of "${name}" cannot be counted.`
    const hint = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`
    return yield* new Invalid({ reason: `${reason}${hint}` })
  })

/** Returns the conditions of the query without conditions on the facet's own field. */
const without = (where: Node | undefined, field: string): Node | undefined => {
  if (where === undefined) return undefined
  const all = where.type === "group" && where.operator === "and" ? where.children : [where]
  const kept = all.filter((node) => {
    const read = conditionsIn(node)
    return read.length === 0 || read.some(({ condition }) => condition.field !== field)
  })
  return kept.length === 0 ? undefined : group("and", kept)
}

const Value = Schema.Struct({
  id: Schema.NullOr(Schema.String),
  value: Schema.String,
  count: Schema.Number
})

const facetOf = (principal: Principal, params: FacetParams, field: Field<SqlSource>) =>
  Effect.gen(function* () {
    const { kind, libraryId, parentId, q = "" } = params
    if (!hasKind(field, kind)) return { field: field.name, values: [], isMore: false } satisfies Facet
    const { where, words } = yield* readQuery(q, itemFieldTable())
    const rest = without(where, field.name)
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const text = rest === undefined ? "" : printNode(rest, itemFieldTable())
    const ofGroup = {
      ...(libraryId === undefined ? {} : { libraryId }),
      ...(parentId === undefined ? {} : { parentId })
    }
    const filter = { ...(yield* asked(principal, kind, { q: text, ...ofGroup })), words }
    const viewer = {
      ...principal,
      ...(yield* shownTagsFor(principal, [condition(field.name, "is_not_null")]))
    }
    const rows = yield* rowsOf(Value)(sql`
      with matched as (
        select * from items v where ${matches(sql, kind, filter, principal.accountId)} and ${visibility.items("v")}
      )
      select (array_agg(id))[1] as id, min(value collate "C") as value, count(distinct item)::int as count
      from (${valuesOf(sql, field, viewer)}) one
      group by ${sql.literal(valueKey(field))}
      order by count desc, value, id limit ${sql.literal(String(mostValues + 1))}`)
    return {
      field: field.name,
      values: rows.slice(0, mostValues).map(({ count, id, value }) => {
        const written = writtenValue(field, value)
        return { value: written, label: written, count, ...(id === null ? {} : { id }) }
      }),
      isMore: rows.length > mostValues
    } satisfies Facet
  })

/**
 * Returns the values of fields among the visible items of a list, with the number of items per value. The most frequent
 * values come first.
 */
export const facetsOf = Effect.fn("search.facets")(function* (principal: Principal, params: FacetParams) {
  const fields = yield* Effect.forEach(params.fields, countableField)
  const { where } = yield* readQuery(params.q ?? "", itemFieldTable())
  const facets = yield* withinBound(
    where,
    Effect.forEach(fields, (field) => facetOf(principal, params, field))
  )
  return { facets }
})

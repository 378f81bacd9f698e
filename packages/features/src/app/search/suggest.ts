import * as SqlClient from "@effect/sql/SqlClient"
import { PLAN_EACH_TIME } from "@media/pg/PreparingClient"
import { rowsOf } from "@media/pg/Rows"
import { type Field, hasKind } from "@media/query/Field"
import { closest } from "@media/query/text/suggest"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isCountable } from "../../catalog/filters/countable.ts"
import { escapeLike, hasTrigram } from "../../catalog/filters/comparison.ts"
import { quicklyFolded } from "../../catalog/filters/compile.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"
import { scopeOf } from "../../catalog/related/scopes.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Suggestion, SuggestParams } from "./contract.ts"
import { suggestEntities } from "./entities.ts"
import { countableField } from "./facets.ts"
import { listedColumn, testsValues, valueKey, valuesOf, type ValueTest } from "./values.ts"
import { withinBound } from "./withinBound.ts"

const Value = Schema.Struct({ value: Schema.String, count: Schema.Number })

/**
 * Suggests fixed values of a field: the values that start with the text, then the values that contain the text. If no
 * value contains the text, suggests the most similar value.
 */
const fixed = (values: ReadonlyArray<string>, q: string, limit: number): ReadonlyArray<Suggestion> => {
  const typed = q.toLowerCase()
  const begin = values.filter((value) => value.toLowerCase().startsWith(typed))
  const hold = values.filter((value) => !begin.includes(value) && value.toLowerCase().includes(typed))
  const close = begin.length + hold.length > 0 ? undefined : closest(q, values)
  return [...begin, ...hold, ...(close === undefined ? [] : [close])]
    .slice(0, limit)
    .map((value) => ({ value, label: value }))
}

/** Minimum share of the typed text's trigrams that a similar value must contain. */
const similar = 0.5

/** If fewer values than this number contain the text, similar values are suggested too. */
const few = 3

const suggestionOf = ({ count, value }: typeof Value.Type): Suggestion => ({ value, label: value, count })

/**
 * Suggests values of visible items. Values that contain the text come first, followed by similar values. Both are
 * sorted in descending order of frequency. For some fields, the counts of all values are stored in `fact_counts`. If
 * another field has an index of its values, the index is searched, because reading the values of all items took 115 ms
 * for 25,000 videos.
 */
const stored = (principal: Principal, field: Field<SqlSource>, { kind, limit, q }: SuggestParams) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const typed = q.trim().normalize("NFC")
    const wantedKinds = kind === undefined ? field.kinds : [kind]
    const ofKind = sql.literal(
      wantedKinds === "all" ? "true" : `v.kind in (${wantedKinds.map((each) => `'${each}'`).join(", ")})`
    )
    const folded = sql.literal(quicklyFolded("value"))
    const resembles = sql`word_similarity(lower(${typed}::text), ${folded})`
    const rank = sql`case when ${folded} = lower(${typed}::text) then 0
      when ${folded} like lower(${`${escapeLike(typed)}%`}::text) then 1
      when ${folded} like lower(${`% ${escapeLike(typed)}%`}::text) then 2
      when strpos(${folded}, lower(${typed}::text)) > 0 then 3 else 5 - ${resembles} end`
    const containing: ValueTest = (text, isIndexed) =>
      isIndexed && hasTrigram(typed)
        ? sql`${text} like lower(${`%${escapeLike(typed)}%`}::text)`
        : sql`strpos(${text}, lower(${typed}::text)) > 0`
    const resembling: ValueTest = (text, isIndexed) =>
      isIndexed && hasTrigram(typed)
        ? sql`(${containing(text, true)} or lower(${typed}::text) <% ${text})`
        : sql`(${containing(text, false)}
            or word_similarity(lower(${typed}::text), ${text}) >= ${sql.literal(String(similar))})`
    // For these fields, fold each distinct value once instead of once per item.
    const isOne = field.type.name !== "ref" && field.source.from === "facts"
    const listed = listedColumn(field)
    const ask = (isWanted: ValueTest) => {
      const counted =
        listed !== undefined
          ? sql`select value, sum(n) as n from fact_counts v
              where v.field = ${listed} and ${ofKind} and ${visibility.items("v")} group by value having sum(n) > 0`
          : isOne
            ? sql`select value, count(*) as n from (${valuesOf(sql, field, principal, isWanted)}) each group by value`
            : sql`select value, id, item from (${valuesOf(sql, field, principal, isWanted)}) each`
      return rowsOf(Value)(sql`
        with matched as (select * from items v where ${ofKind} and ${visibility.items("v")})
        select ${sql.literal(PLAN_EACH_TIME)} value, count from (
          select min(value collate "C") as value, ${sql.literal(isOne ? "sum(n)::int" : "count(distinct item)::int")} as count
          from (${counted}) one
          where ${testsValues(field) ? sql.literal("true") : isWanted(folded, false)}
          group by ${sql.literal(valueKey(field))}
        ) counted order by ${rank}, count desc, value limit ${limit}::bigint`)
    }
    const found = yield* ask(containing)
    // Skip similar values if enough values match, because many values may be similar. For example, all authors "Author
    // 1" to "Author 999" resemble "author 99".
    if (found.length >= few) return found.map(suggestionOf)
    // Set the threshold for the operator `<%`, which uses the index.
    yield* sql`set local pg_trgm.word_similarity_threshold = ${sql.literal(String(similar))}`
    return (yield* ask(resembling)).map(suggestionOf)
  })

/** Suggests values of a field that match the search text, among the values that the caller may see. */
export const suggest = Effect.fn("search.suggest")(function* (principal: Principal, params: SuggestParams) {
  const known = itemFieldTable().find(params.field)
  // Titles and paths are free text, so these fields have no suggestions.
  if (known !== undefined && !isCountable(known)) return []
  const field = yield* countableField(params.field)
  if (params.kind !== undefined && !hasKind(field, params.kind)) return []
  if (field.type.name === "oneOf") return fixed(field.type.values, params.q.trim(), params.limit)
  if (field.type.name === "boolean") return fixed(["true", "false"], params.q.trim(), params.limit)
  const { source } = field
  if (source.from === "entities" && source.of === "which") {
    // Create the caller's scope of entity counts before the time limit starts, because creating it may take longer than
    // the search.
    yield* scopeOf(principal)
    return yield* withinBound(undefined, suggestEntities(principal, source.relation, params))
  }
  return yield* withinBound(undefined, stored(principal, field, params))
})

import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { escapeLike } from "../../catalog/filters/comparison.ts"
import { foldedOf } from "../../catalog/filters/compile.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { isEntityKind } from "../../EntityKind.ts"
import { findEntities } from "./entities.ts"
import type { NamedKind } from "./namedKinds.ts"
import type { SearchQuery } from "./read.ts"

const fieldOf = { artist: "artist", "book-series": "bookSeries" } as const

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  count: Schema.Number,
  rank: Schema.Number
})

/**
 * Returns performers, studios, tags, artists, authors or book series whose name matches the words, exact names first.
 * Includes only names of visible items.
 */
export const findNames = Effect.fn("search.names")(function* (
  principal: Principal,
  kind: NamedKind,
  { phrases, words }: SearchQuery,
  { isSimilar, limit }: { readonly isSimilar: boolean; readonly limit: number }
) {
  if (isEntityKind(kind))
    return yield* findEntities(principal, kind, { q: [...words, ...phrases].join(" "), limit }, isSimilar)
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const { source } = itemFieldTable().find(fieldOf[kind])!
  const tables = source.from === "relation" ? source.tables : []
  const all = [...words, ...phrases].map((word) => word.normalize("NFC"))
  const text = all.join(" ")
  const fits = (folded: Fragment) =>
    isSimilar
      ? sql`lower(${text}::text) <% ${folded}`
      : sql.and(all.map((word) => sql`${folded} like lower(${`%${escapeLike(word)}%`}::text)`))
  const parts = tables.map(
    ({ id, item = "item_id", name, table }) => sql`
      select ${sql.literal(`k.${id}`)} as id, ${sql.literal(`k.${name}`)} as name, v.id as item
      from ${sql.literal(table)} k join items v on v.id = ${sql.literal(`k.${item}`)}
      where ${fits(sql.literal(foldedOf(`k.${name}`)))} and v.status <> 'missing' and ${visibility.items("v")}`
  )
  const folded = sql.literal("lower(normalize(name, NFC))")
  const rows = yield* rowsOf(Row)(sql`
    select * from (
      select id, name, count, (case when ${folded} = lower(${text}::text) then 0
        when ${folded} like lower(${`${escapeLike(text)}%`}::text) then 1
        else 3 - word_similarity(lower(${text}::text), ${folded}) end)::float8 as rank
      from (select id, min(name collate "C") as name, count(distinct item)::int as count
        from (${sql.join(" union all ", false)(parts)}) named group by id) counted
    ) ranked order by rank, count desc, name collate "C", id limit ${limit}::bigint`)
  return rows.map((row) => ({ kind, ...row, picture: null }))
})

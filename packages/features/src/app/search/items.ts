import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf } from "@media/pg/Rows"
import { printNode } from "@media/query/text/print"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { escapeLike } from "../../catalog/filters/comparison.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { asked } from "../../catalog/items/asked.ts"
import { foldedTitle } from "../../catalog/items/foldedTitle.ts"
import { matches, wordOf } from "../../catalog/items/matching.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { anyName } from "./naming.ts"
import type { SearchQuery } from "./read.ts"
import { isTolerant } from "./similar.ts"

/** Matches are counted only up to this number. */
export const mostCounted = 1_000

const Found = Schema.Struct({
  n: Schema.Number,
  ids: Schema.Array(Schema.String),
  titles: Schema.Array(Schema.String),
  best: Schema.NullOr(Schema.Number)
})
export interface FoundItems {
  readonly kind: ItemKind
  /** Number of matches, counted up to `mostCounted` + 1. */
  readonly n: number
  readonly ids: ReadonlyArray<string>
  readonly titles: ReadonlyArray<string>
  /** Rank of the best match. Lower is better. */
  readonly best: number
}

const Kind = Schema.Struct({ kind: Schema.String })

/** Returns the kinds with at least one visible item, from the stored counts. */
export const visibleKinds = Effect.fn("search.kinds")(function* (principal: Principal) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(Kind)(sql`
    select c.kind from item_counts c where ${visibility.items("c")} group by c.kind having sum(c.n) > 0`)
  return new Set(rows.map(({ kind }) => kind))
})

/**
 * Returns SQL for the rank of a match. Exact titles come first, then titles that start with the text, then titles that
 * contain all words, and then other names.
 */
const strictRank = (sql: SqlClient.SqlClient, { phrases, words }: SearchQuery): Fragment => {
  const title = sql.literal(foldedTitle("v"))
  const all = [...words, ...phrases].map((word) => word.normalize("NFC"))
  if (all.length === 0) return sql.literal("0")
  const text = all.join(" ")
  const holdsAll = sql.and(all.map((word) => sql`strpos(${title}, lower(${word}::text)) > 0`))
  return sql`case when ${title} = lower(${text}::text) then 0
    when ${title} like lower(${`${escapeLike(text)}%`}::text) then 1 when ${holdsAll} then 2 else 3 end`
}

/**
 * Returns SQL for the rank of a similar match. The less the words resemble the title, the higher the rank. The rank is
 * always higher (worse) than the ranks of exact matches.
 */
const similarRank = (sql: SqlClient.SqlClient, { words }: SearchQuery): Fragment => {
  const title = sql.literal(foldedTitle("v"))
  const fits = words.map((word) => sql`word_similarity(lower(${word.normalize("NFC")}::text), ${title})`)
  return sql`4 + ${words.length}::int - (${sql.join(" + ", false)(fits)})`
}

/**
 * Returns the best matches of one kind that the caller may see. Visibility is part of the same SQL condition, so that a
 * hidden item affects neither the count nor the order.
 */
export const findItems = Effect.fn("search.items")(function* (
  principal: Principal,
  kind: ItemKind,
  query: SearchQuery,
  { isSimilar, limit }: { readonly isSimilar: boolean; readonly limit: number }
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const strictly = (word: string) => wordOf(sql, kind, word)
  const similarly = (word: string) =>
    anyName(sql, kind, (folded) => sql`lower(${word.normalize("NFC")}::text) <% ${folded}`)
  const text = query.where === undefined ? "" : printNode(query.where, itemFieldTable())
  const filter = yield* asked(principal, kind, { q: text })
  const where = sql.and([
    matches(sql, kind, filter, principal.accountId),
    ...query.phrases.map(strictly),
    ...query.words.map((word) => (isSimilar && isTolerant(word) ? similarly(word) : strictly(word))),
    visibility.items("v")
  ])
  const hasWords = query.words.length + query.phrases.length > 0
  const order = sql.literal(hasWords ? "rank, length, sort_title, id" : "created_at desc, id desc")
  const rows = yield* rowsOf(Found)(sql`
    with found as materialized (
      select v.id, v.title, v.sort_title, v.created_at, length(v.title) as length,
        (${isSimilar ? similarRank(sql, query) : strictRank(sql, query)})::float8 as rank
      from items v where ${where}
    ), best as materialized (select * from found order by ${order} limit ${limit}::bigint)
    select (select count(*)::int from (select from found limit ${sql.literal(String(mostCounted + 1))}) few) as n,
      array(select id from best order by ${order}) as ids,
      array(select title from best order by ${order}) as titles, (select min(rank) from best) as best`)
  const { best, ids, n, titles } = rows[0]!
  return { kind, n, ids, titles, best: best ?? Number.POSITIVE_INFINITY } satisfies FoundItems
})

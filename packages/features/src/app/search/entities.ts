import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { foldName } from "@media/kernel/FoldedName"
import { rowsOf } from "@media/pg/Rows"
import { Picture } from "@media/wire/Picture"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { escapeLike } from "../../catalog/filters/comparison.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { entityPictureExpression } from "../../catalog/related/picture.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import type { Suggestion, SuggestParams } from "./contract.ts"
import { mostOfKind } from "./entityCounts.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  sortKey: Schema.String,
  found: Schema.String,
  isAlias: Schema.Boolean,
  count: Schema.Number,
  rank: Schema.Number,
  picture: Schema.NullOr(Picture)
})
type Candidate = typeof Row.Type
const Size = Schema.Struct({ n: Schema.Number })

/**
 * Maximum number of matching names that are read and sorted. If more names match, entities are read in descending order
 * of their frequency until enough entities match.
 */
const mostRead = 2_000

/** If fewer entities than this number match, similar names are searched too. */
const few = 3

type Asked = Partial<Pick<SuggestParams, "kind">> & Pick<SuggestParams, "limit" | "q">

/**
 * Character that sorts after all other characters. A prefix with this suffix sorts after every string that starts with
 * the prefix.
 */
const LAST = "\u{10FFFF}"

/** A kind of match between a name and the search text, as a condition on `related_names n`. */
interface Fit {
  readonly where: Fragment
  /** Rank of the match. Names are sorted by rank first, and then by their number of items. */
  readonly rank: Fragment
}

/** Returns the kinds of match, from best to worst. */
const fitsOf = (sql: SqlClient.SqlClient, typed: string): ReadonlyArray<Fit> =>
  [
    sql`n.folded = ${typed}`,
    sql`n.folded >= ${typed} and n.folded < ${typed + LAST}`,
    sql`n.folded like ${`% ${escapeLike(typed)}%`}`,
    sql`n.folded like ${`%${escapeLike(typed)}%`}`
  ].map((where, rank) => ({ where, rank: sql.literal(String(rank)) }))
const resembling = (sql: SqlClient.SqlClient, typed: string): Fit => ({
  where: sql`${typed}::text <% n.folded`,
  rank: sql`5 - word_similarity(${typed}::text, n.folded)`
})

const reads = (principal: Principal, entityKind: EntityKind) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* entitiesVisibleTo(principal)
    const ofKind = (row: string) => sql.literal(`${row}.kind = '${entityKind}'`)
    const seen = sql`${visibility.sums("s")} and ${ofKind("s")} and ${visibility.entities("s", entityKind)}`
    const entity = sql`cross join lateral (select * from related_entities one where one.id = s.entity_id offset 0) e`
    const columns = sql`s.entity_id as id, e.name, s.sort_key as "sortKey", s.n::int as count,
      ${sql.literal(entityPictureExpression("e"))} as picture`
    const others = (known: ReadonlyArray<string>) =>
      sql`s.entity_id <> all(${known as Array<string>}::uuid[])`

    /** Returns true if more than `mostRead` names match. */
    const isDense = ({ where }: Fit) =>
      Effect.map(
        rowsOf(Size)(sql`
          select count(*)::int as n from (
            select from related_names n where ${ofKind("n")} and ${where} limit ${sql.literal(String(mostRead + 1))}) few`),
        ([found]) => (found?.n ?? 0) > mostRead
      )
    const sorted = ({ rank, where }: Fit, known: ReadonlyArray<string>, most: number) =>
      rowsOf(Row)(sql`
        with fitting as materialized (
          select distinct on (n.entity_id) n.entity_id, n.name as found, n.is_alias, ${rank} as rank
          from related_names n where ${ofKind("n")} and ${where} order by n.entity_id, rank, n.is_alias, n.folded
        ), best as materialized (
          select s.*, f.found, f.is_alias, f.rank
          from fitting f cross join lateral (
            select * from related_sums one where one.entity_id = f.entity_id and ${visibility.sums("one")} offset 0) s
          where ${seen} and ${others(known)}
          order by f.rank, s.n desc, s.sort_key, s.entity_id limit ${most}::bigint
        )
        select ${columns}, s.found, s.is_alias as "isAlias", s.rank::float8 as rank from best s ${entity}
        order by s.rank, s.n desc, s.sort_key, s.entity_id`)
    const walked = (fit: Fit | undefined, known: ReadonlyArray<string>, most: number) =>
      rowsOf(Row)(sql`
        select ${columns}, n.found, n.is_alias as "isAlias", (${fit?.rank ?? sql.literal("0")})::float8 as rank
        from related_sums s cross join lateral (
          ${
            fit === undefined
              ? sql`select '' as found, false as is_alias`
              : sql`select n.name as found, n.is_alias from related_names n
                  where n.entity_id = s.entity_id and ${fit.where} order by n.is_alias, n.folded limit 1`
          }) n ${entity}
        where ${seen} and ${others(known)}
        order by s.n desc, s.sort_key, s.entity_id limit ${most}::bigint`)
    return { sql, isDense, sorted, walked }
  })

/**
 * Returns entities whose name or alias contains or resembles the search text. Sorts the best matches first, and equally
 * good matches by frequency.
 */
const named = Effect.fn("search.namedEntities")(function* (
  principal: Principal,
  entityKind: EntityKind,
  { kind, limit, q }: Asked,
  way: "strict" | "similar" | "either"
) {
  const { isDense, sorted, sql, walked } = yield* reads(principal, entityKind)
  const typed = foldName(q)
  const found: Array<Candidate> = []
  const add = <E, R>(
    read: (known: ReadonlyArray<string>, most: number) => Effect.Effect<ReadonlyArray<Candidate>, E, R>
  ) => {
    const known = found.map(({ id }) => id)
    return Effect.map(
      mostOfKind(principal, kind, limit - found.length, (most) => read(known, most)),
      (more) => void found.push(...more)
    )
  }
  if (typed === "") {
    yield* add((known, most) => walked(undefined, known, most))
    return found
  }
  for (const fit of way === "similar" ? [] : fitsOf(sql, typed)) {
    if (found.length >= limit) break
    const read = (yield* isDense(fit)) ? walked : sorted
    yield* add((known, most) => read(fit, known, most))
  }
  if (way !== "strict" && found.length < Math.min(few, limit))
    yield* add((known, most) => sorted(resembling(sql, typed), known, most))
  return found
})

/** Searches performers, studios or tags by name or alias, for the global search. */
export const findEntities = (principal: Principal, kind: EntityKind, asked: Asked, isSimilar: boolean) =>
  Effect.map(named(principal, kind, asked, isSimilar ? "similar" : "strict"), (rows) =>
    rows.map(({ count, id, name, picture, rank }) => ({ kind, id, name, count, rank, picture }))
  )

/**
 * Suggests performers, studios or tags whose name or alias contains the search text. If few names contain the text,
 * also suggests similar names. Suggests only visible entities, and returns the number of visible items of each entity.
 */
export const suggestEntities = (principal: Principal, entityKind: EntityKind, asked: Asked) =>
  Effect.map(named(principal, entityKind, asked, "either"), (rows) =>
    rows.map(({ count, found, id, isAlias, name, picture }): Suggestion => ({
      ...{ value: name, label: name, count, id },
      ...(isAlias ? { alias: found } : {}),
      ...(picture === null ? {} : { picture })
    }))
  )

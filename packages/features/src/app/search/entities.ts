import * as SqlClient from "@effect/sql/SqlClient"
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

const Frequent = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  count: Schema.Number,
  picture: Schema.NullOr(Picture)
})
const Row = Schema.Struct({
  ...Frequent.fields,
  found: Schema.String,
  isAlias: Schema.Boolean,
  rank: Schema.Number
})

const suggestionOf = ({ count, id, name, picture }: typeof Frequent.Type): Suggestion => ({
  ...{ value: name, label: name, count, id },
  ...(picture === null ? {} : { picture })
})

/** Names are ranked by how they match before the items of the best ones are counted. */
const mostCounted = 1_000

/** Fewer matches than these ask for names that resemble the text. */
const few = 3

type Asked = Partial<Pick<SuggestParams, "kind">> & Pick<SuggestParams, "limit" | "q">

const namesLike = Effect.fn("search.namesLike")(function* (
  principal: Principal,
  entityKind: EntityKind,
  { kind, limit, q }: Asked,
  isSimilar: boolean
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* entitiesVisibleTo(principal)
  const typed = foldName(q)
  const [begins, holds] = [`${escapeLike(typed)}%`, `%${escapeLike(typed)}%`]
  const ofKind = sql.literal(`'${entityKind}'`)
  const ofItems = kind === undefined ? sql.literal("true") : sql.literal(`c.kind = '${kind}'`)
  const fits = isSimilar ? sql`${typed}::text <% n.folded` : sql`n.folded like ${holds}`
  return yield* rowsOf(Row)(sql`
    with fitting as (
      select distinct on (n.entity_id) n.entity_id as id, n.name as found, n.is_alias,
        case when n.folded = ${typed} then 0 when n.folded like ${begins} then 1 when n.folded like ${`% ${begins}`} then 2
          when n.folded like ${holds} then 3 else 5 - word_similarity(${typed}::text, n.folded) end as rank
      from related_names n where n.kind = ${ofKind} and ${fits}
      order by n.entity_id, rank, n.is_alias, n.folded
    ), ranked as materialized (
      select f.*, e.name, e.sort_key, ${sql.literal(entityPictureExpression("e"))} as picture from fitting f
        cross join lateral (select * from related_entities one where one.id = f.id offset 0) e
      where ${visibility.fewEntities("e")}
      order by f.rank, e.sort_key limit ${mostCounted}::bigint
    )
    select r.id, r.name, r.found, r.is_alias as "isAlias", r.rank::float8 as rank, r.picture, c.n as count
    from ranked r cross join lateral (
      select coalesce(sum(c.n), 0)::int as n from related_counts c
      where c.entity_id = r.id and ${ofItems} and ${visibility.counts("c")}) c
    order by r.rank, c.n desc, r.sort_key, r.id limit ${limit}::bigint`)
})

const suggestedNames = (...asked: Parameters<typeof namesLike>) =>
  Effect.map(namesLike(...asked), (rows) =>
    rows.map((row): Suggestion => ({ ...suggestionOf(row), ...(row.isAlias ? { alias: row.found } : {}) }))
  )

/** Performers, studios or tags by name or alias, for a search of everything. */
export const findEntities = (principal: Principal, kind: EntityKind, asked: Asked, isSimilar: boolean) =>
  Effect.map(namesLike(principal, kind, asked, isSimilar), (rows) =>
    rows.map(({ count, id, name, picture, rank }) => ({ kind, id, name, count, rank, picture }))
  )

/** The entities with the most visible items, for a text that is still empty. */
const mostFrequent = Effect.fn("search.mostFrequentEntities")(function* (
  principal: Principal,
  entityKind: EntityKind,
  { kind, limit }: Asked
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* entitiesVisibleTo(principal)
  const ofItems = kind === undefined ? sql.literal("true") : sql.literal(`c.kind = '${kind}'`)
  const rows = yield* rowsOf(Frequent)(sql`
    select e.id, e.name, coalesce(c.n, 0)::int as count, ${sql.literal(entityPictureExpression("e"))} as picture
    from related_entities e left join (
        select c.entity_id, sum(c.n) as n from related_counts c
        where ${ofItems} and ${visibility.counts("c")} group by c.entity_id
      ) c on c.entity_id = e.id
    where e.kind = ${sql.literal(`'${entityKind}'`)} and ${visibility.entities("e", entityKind)}
    order by c.n desc nulls last, e.sort_key, e.id limit ${limit}::bigint`)
  return rows.map(suggestionOf)
})

/**
 * Performers, studios or tags whose name or alias has a text, and if there are few, those whose name resembles it: the best
 * matches and then the most frequent first. Only entities that the caller may see, with the number of visible items.
 */
export const suggestEntities = Effect.fn("search.suggestEntities")(function* (
  principal: Principal,
  entityKind: EntityKind,
  asked: Asked
) {
  if (foldName(asked.q) === "") return yield* mostFrequent(principal, entityKind, asked)
  const strict = yield* suggestedNames(principal, entityKind, asked, false)
  if (strict.length >= few) return strict
  const similar = yield* suggestedNames(principal, entityKind, asked, true)
  const others = similar.filter(({ id }) => !strict.some((one) => one.id === id))
  return [...strict, ...others].slice(0, asked.limit)
})

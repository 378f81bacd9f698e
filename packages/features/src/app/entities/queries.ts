import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { NotFound } from "@media/kernel/Errors"
import { foldName } from "@media/kernel/FoldedName"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { Picture } from "@media/wire/Picture"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { escapeLike } from "../../catalog/filters/comparison.ts"
import { readPlainList } from "../../catalog/filters/plainList.ts"
import { entityFieldTables } from "../../catalog/related/fields.ts"
import { pictureOf } from "../../catalog/items/queries.ts"
import { entityPictureExpression, pictureItems } from "../../catalog/related/picture.ts"
import { picturedItem } from "../../catalog/related/picturedItem.ts"
import { type EntityKind, hierarchies } from "../../EntityKind.ts"
import { entitiesVisibleTo, type EntityVisibility } from "../../catalog/related/visibleEntities.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { EntityListParams } from "./shapes.ts"

const Count = Schema.Struct({ n: Schema.Number })
const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  disambiguation: Schema.NullOr(Schema.String),
  isNsfw: Schema.Boolean,
  picture: Schema.NullOr(Picture),
  isFavorite: Schema.Boolean,
  rating: Schema.NullOr(Schema.Number),
  count: Schema.Number,
  lastUsedAt: Schema.NullOr(Schema.DateFromSelf),
  childCount: Schema.Number,
  createdAt: Schema.DateFromSelf,
  updatedAt: Schema.DateFromSelf
})

/** Returns the summaries of entities in the order of `ids`. */
const summaries = (principal: Principal, visibility: EntityVisibility, ids: Fragment) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    const ofItem = Object.entries(pictureItems).map(
      ([kind, itemKind]) =>
        sql`when ${sql.literal(`'${kind}'`)} then ${picturedItem(sql, itemKind, pictureOf(itemKind), items)}`
    )
    const rows = yield* rowsOf(Row)(sql`
      with page as materialized (select x.id, row_number() over () as n from (${ids}) x)
      select e.id, e.name, e.disambiguation, e.is_nsfw as "isNsfw",
        coalesce(${sql.literal(entityPictureExpression("e"))}, case e.kind ${sql.join(" ", false)(ofItem)} end) as picture,
        coalesce(u.is_favorite, false) as "isFavorite", u.rating,
        coalesce(s.n, 0)::int as count, s.last_at as "lastUsedAt", e.created_at as "createdAt", e.updated_at as "updatedAt",
        (select count(*)::int from related_parents p join related_entities child on child.id = p.entity_id
          where p.parent_id = e.id and ${visibility.fewEntities("child")}) as "childCount"
      from page join related_entities e on e.id = page.id
        left join user_related u on u.entity_id = e.id and u.account_id = ${principal.accountId}
        left join related_sums s on s.entity_id = e.id and ${visibility.sums("s")}
      order by page.n`)
    return rows.map(({ createdAt, isFavorite, lastUsedAt, rating, updatedAt, ...row }) => ({
      ...row,
      userState: { isFavorite, rating },
      lastUsedAt: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
      createdAt: toTimestamp(createdAt),
      updatedAt: toTimestamp(updatedAt)
    }))
  })

/** Returns the condition that the name or an alias contains a word or phrase. The condition uses a trigram index. */
const namedBy = (sql: SqlClient.SqlClient, phrase: string): Fragment =>
  sql`s.entity_id = any(array(select w.entity_id from related_names w
    where w.folded like ${`%${escapeLike(foldName(phrase))}%`}))`

/** Returns the conditions that the parameters of a list require of the rows `related_sums s`. */
const conditionsOf = (
  sql: SqlClient.SqlClient,
  { accountId }: Principal,
  visibility: EntityVisibility,
  { favorite, hasItems, hasParent, parentId }: Partial<EntityListParams>
): ReadonlyArray<Fragment> => {
  const not = (isWanted: boolean) => sql.literal(isWanted ? "" : "not")
  return [
    ...(parentId === undefined
      ? []
      : [
          sql`s.entity_id in (select p.entity_id from related_parents p join related_entities up on up.id = p.parent_id
            where p.parent_id = ${parentId}::uuid and ${visibility.ofVisibleItem("up")})`
        ]),
    ...(hasParent === undefined
      ? []
      : [
          sql`${not(hasParent)} exists (select from related_parents p join related_entities up on up.id = p.parent_id
            where p.entity_id = s.entity_id and ${visibility.ofVisibleItem("up")})`
        ]),
    ...(favorite === undefined
      ? []
      : [
          sql`${not(favorite)} exists (select from user_related f
            where f.entity_id = s.entity_id and f.account_id = ${accountId} and f.is_favorite)`
        ]),
    ...(hasItems === undefined ? [] : [sql.literal(hasItems ? "s.n > 0" : "s.n = 0")])
  ]
}

/**
 * The SQL of each sort order. Sort keys that are never null omit `nulls last`, so that the order matches their index.
 */
const orders = {
  name: (order) => `s.sort_key ${order}, s.entity_id ${order}`,
  random: (order) => `e.shuffle_key ${order}, e.id ${order}`,
  count: (order) => `s.n ${order}, s.sort_key, s.entity_id`,
  lastUsed: (order) => `s.last_at ${order} nulls last, s.sort_key, s.entity_id`
} as const satisfies Readonly<Record<string, (order: "asc" | "desc") => string>>

/**
 * Returns a page sorted by rating: first the few entities that the account has rated, and then all other entities by
 * name.
 */
const ratedFirst = (
  sql: SqlClient.SqlClient,
  { accountId }: Principal,
  page: {
    readonly fitting: Fragment
    readonly where: Fragment
    readonly order: "asc" | "desc"
    readonly through: number
    readonly window: Fragment
  }
): Fragment => {
  const { fitting, order, through, where, window } = page
  const rated = sql`user_related u where u.entity_id = s.entity_id and u.account_id = ${accountId} and u.rating is not null`
  return sql`select id from (
      (select s.entity_id as id, user_state.rating, s.sort_key from ${fitting}
        cross join lateral (select u.rating from ${rated}) user_state where ${where})
      union all
      (select s.entity_id, null, s.sort_key from ${fitting} where ${where} and not exists (select from ${rated})
        order by s.sort_key, s.entity_id limit ${through}::bigint)
    ) both_parts order by rating ${sql.literal(order)} nulls last, sort_key, id ${window}`
}

/**
 * Returns true for a list without conditions, whose total is stored. In a hierarchy, the account must also see all
 * entities. Otherwise, the visibility of an entity depends on its descendants, and the total is not stored.
 */
const isWhole = (
  { seesUnused }: EntityVisibility,
  kind: EntityKind,
  { favorite, hasItems, hasParent, parentId, q = "" }: Partial<EntityListParams>
): boolean =>
  (seesUnused || hierarchies[kind] === "flat") &&
  hasItems !== false &&
  q.trim() === "" &&
  favorite === undefined &&
  hasParent === undefined &&
  parentId === undefined

/** The filter of a list of entities, without page and sort order. */
export type EntityMatch = Partial<
  Pick<EntityListParams, "q" | "parentId" | "favorite" | "hasItems" | "hasParent">
>

/**
 * Returns the SQL for all entities that a list with this filter contains: the rows `related_sums s` and the condition
 * on these rows.
 */
export const matchingEntities = Effect.fn("entities.matching")(function* (
  principal: Principal,
  kind: EntityKind,
  { q = "", ...rest }: EntityMatch
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* entitiesVisibleTo(principal)
  const query = yield* readPlainList(principal, q, {
    fields: entityFieldTables[kind],
    words: (phrase) => namedBy(sql, phrase)
  })
  const ofKind = (row: string) => sql.literal(`${row}.kind = '${kind}'`)
  const where = sql.and([
    visibility.sums("s"),
    ofKind("s"),
    visibility.entities("s", kind),
    query.where,
    ...conditionsOf(sql, principal, visibility, rest)
  ])
  // Join the entities only for `q`, because the other conditions use an index on the sums.
  const entities = sql`join related_entities e on e.id = s.entity_id and ${ofKind("e")}`
  const fitting = q.trim() === "" ? sql`related_sums s` : sql`related_sums s ${entities}`
  return { entities, fitting, ofKind, visibility, where }
})

/** Returns a page of the entities of a kind that the caller may see. */
export const listEntities = Effect.fn("entities.list")(function* (
  principal: Principal,
  kind: EntityKind,
  params: EntityListParams
) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* matchingEntities(principal, kind, params)
  const { entities, fitting, ofKind, visibility, where } = found
  const { page, perPage, sort } = params
  const order = params.order ?? (sort === "name" ? "asc" : "desc")
  const counting = isWhole(visibility, kind, params)
    ? sql`select coalesce(sum(${sql.literal(visibility.seesUnused && params.hasItems !== true ? "s.n" : "s.used")}), 0)::int as n
          from related_totals s where ${visibility.sums("s")} and ${ofKind("s")} and ${visibility.ofVisibleItem("s")}`
    : sql`select count(*)::int as n from ${fitting} where ${where}`
  const total = Option.getOrThrow(yield* rowOf(Count)(counting)).n
  const offset = (page - 1) * perPage
  const window = sql`limit ${perPage}::bigint offset ${offset}::bigint`
  const ids =
    sort === "rating"
      ? ratedFirst(sql, principal, { fitting, where, order, through: offset + perPage, window })
      : sql`select s.entity_id as id from ${sort === "random" ? sql`related_sums s ${entities}` : fitting} where ${where}
          order by ${sql.literal(orders[sort](order))} ${window}`
  return { items: yield* summaries(principal, visibility, ids), total, page, perPage }
})

/**
 * Returns the summary of an entity. Fails with `NotFound` if the entity does not exist or is hidden from the caller.
 */
export const findSummary = Effect.fn("entities.find")(function* (
  principal: Principal,
  kind: EntityKind,
  id: string
) {
  if (!isUuid(id)) return yield* new NotFound({ what: kind })
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* entitiesVisibleTo(principal)
  const [found] = yield* summaries(
    principal,
    visibility,
    sql`select e.id from related_entities e
      where e.id = ${id} and e.kind = ${sql.literal(`'${kind}'`)} and ${visibility.fewEntities("e")}`
  )
  return found ?? (yield* new NotFound({ what: kind }))
})

/** Returns the visible children of an entity, or the visible entities without a visible parent, sorted by name. */
export const listLevel = Effect.fn("entities.level")(function* (
  principal: Principal,
  kind: EntityKind,
  parentId: string | undefined
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* entitiesVisibleTo(principal)
  if (parentId !== undefined) yield* findSummary(principal, kind, parentId)
  const level =
    parentId === undefined
      ? sql`not exists (select from related_parents p join related_entities up on up.id = p.parent_id
          where p.entity_id = e.id and ${visibility.ofVisibleItem("up")})`
      : sql`e.id in (select p.entity_id from related_parents p where p.parent_id = ${parentId}::uuid)`
  return yield* summaries(
    principal,
    visibility,
    sql`select e.id from related_entities e
        join related_sums s on s.entity_id = e.id and ${visibility.sums("s")}
      where e.kind = ${sql.literal(`'${kind}'`)} and ${visibility.entities("s", kind)} and ${level}
      order by e.sort_key, e.id`
  )
})

import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { foldName } from "@media/kernel/FoldedName"
import { isUuid } from "@media/kernel/Ids"
import type { Condition, Scalar } from "@media/query/Tree"
import { escapeLike } from "./comparison.ts"
import type { SqlSource } from "./sources.ts"

interface Context {
  readonly sql: SqlClient.SqlClient
  readonly isWalk: boolean
  readonly accountId: string
  /** True if the caller does not see entities marked NSFW. */
  readonly hidesNsfw?: boolean
}
type Entities = SqlSource & { readonly from: "entities" }

/** The condition that an entity `e` is visible to a caller who may see one of its items. */
const isShown = ({ hidesNsfw = false, sql }: Context, e: string): Fragment =>
  sql.literal(hidesNsfw ? `not ${e}.is_nsfw` : "true")

/** The relations `r` of a row of `items v`. */
const relationsOf = (context: Context, { relation }: Entities): Fragment => {
  const { hidesNsfw = false, sql } = context
  // PostgreSQL reads the entities marked NSFW once. A join would look up the entity of every relation.
  const shown = hidesNsfw
    ? "r.entity_id not in (select e.id from related_entities e where e.is_nsfw)"
    : "true"
  return sql`from item_relations r where r.item_id = v.id
    and r.relation = ${sql.literal(`'${relation}'`)} and ${sql.literal(shown)}`
}

/** The ids of the entities with one of these ids, names or aliases, and of all entities below them. */
const meant = (
  context: Context,
  { relation }: Entities,
  values: ReadonlyArray<Scalar>,
  depth: number | undefined
): Fragment => {
  const { sql } = context
  const kind = sql.literal(`'${relation}'`)
  const names = values.map((value) => foldName(String(value)))
  const ids = values.map(String).filter(isUuid)
  const levels = depth === undefined || depth < 0 ? sql.literal("true") : sql`c.depth <= ${depth}::int`
  return sql`select c.descendant_id from related_closure c where ${levels} and c.ancestor_id = any(array(
    select e.id from (
      select unnest(${ids}::uuid[]) as id
      union
      select n.entity_id from related_names n where n.kind = ${kind} and n.folded = any(${names}::text[])
    ) named join related_entities e on e.id = named.id where ${isShown(context, "e")} and e.kind = ${kind}))`
}

/**
 * Items that have one of these entities. A walk in list order reads few items, so it looks up the relations of each one.
 * Otherwise the query reads all items of the entities.
 */
const having = (context: Context, source: Entities, ids: Fragment): Fragment => {
  const { isWalk, sql } = context
  return isWalk
    ? sql`exists (select ${relationsOf(context, source)} and r.entity_id = any(array(${ids})))`
    : sql`v.id in (select r.item_id from item_relations r
        where r.relation = ${sql.literal(`'${source.relation}'`)} and r.entity_id = any(array(${ids})))`
}

/** A condition on the entities of a row of `items v`; never null. */
export const entitiesCondition = (
  context: Context,
  source: Entities,
  { depth, operator, value }: Condition
): Fragment => {
  const { sql } = context
  const any = sql`exists (select ${relationsOf(context, source)})`
  const values = [value].flat() as ReadonlyArray<Scalar>
  const has = (some: ReadonlyArray<Scalar>) => having(context, source, meant(context, source, some, depth))
  switch (operator) {
    case "is_null":
      return sql`not ${any}`
    case "is_not_null":
      return any
    case "all_of":
      return sql.and(values.map((one) => has([one])))
    case "not_equals":
    case "not_in":
      return sql`(${any} and not (${has(values)}))`
    default:
      return has(values)
  }
}

/** A word or phrase in the name or an alias of `related_entities e`. */
export const entityNamed = (sql: SqlClient.SqlClient, phrase: string): Fragment =>
  sql`exists (select from related_names n
    where n.entity_id = e.id and n.folded like ${`%${escapeLike(foldName(phrase))}%`})`

/** Items whose entities fit a condition on `related_entities e`: any of them, all of them, or none. */
export const entitiesWhere = (
  context: Context,
  { relation }: Entities,
  quantifier: "any" | "all" | "none",
  where: Fragment
): Fragment => {
  const { isWalk, sql } = context
  const rows = sql`from item_relations r join related_entities e on e.id = r.entity_id
    where r.relation = ${sql.literal(`'${relation}'`)} and ${isShown(context, "e")}`
  if (quantifier === "all")
    return sql`not exists (select ${rows} and r.item_id = v.id and (${where}) is not true)`
  const any = isWalk
    ? sql`exists (select ${rows} and r.item_id = v.id and ${where})`
    : sql`v.id in (select r.item_id ${rows} and ${where})`
  return quantifier === "any" ? any : sql`not (${any})`
}

/** The number of entities that a row of `items v` has. */
export const entityCount = (context: Context, source: Entities): Fragment =>
  context.sql`(select count(*)::int ${relationsOf(context, source)})`

/** True if a row of `items v` has any entity, or any favorite entity of the caller. */
export const entityExists = (context: Context, source: Entities): Fragment => {
  const { accountId, sql } = context
  const favorite = sql`and exists (select from user_related u
    where u.entity_id = r.entity_id and u.account_id = ${accountId} and u.is_favorite)`
  return sql`exists (select ${relationsOf(context, source)} ${source.of === "favorite" ? favorite : sql.literal("")})`
}

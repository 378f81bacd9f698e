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
  /** Query for the ids of the tags that the caller sees. Absent if the caller sees all tags. */
  readonly shownTags?: Fragment
}
type Entities = SqlSource & { readonly from: "entities" }

/**
 * Returns the condition that the caller may see the entity `e`. The condition is correct only if the caller may see an
 * item with this entity.
 */
const isShown = ({ hidesNsfw = false, sql }: Context, e: string): Fragment =>
  sql.literal(hidesNsfw ? `not ${e}.is_nsfw` : "true")

/**
 * Like `isShown`, but for an SQL expression that contains the id of an entity. PostgreSQL reads the ids of all NSFW
 * entities once, whereas a join would look up the entity of every relation.
 */
const isShownId = ({ hidesNsfw = false, sql }: Context, id: string): Fragment =>
  sql.literal(hidesNsfw ? `${id} not in (select e.id from related_entities e where e.is_nsfw)` : "true")

/**
 * Returns a query for rows `(item_id, entity_id)` that link items to their entities. With `via`, the entities are the
 * tags of the items' performers or studios, without tags that the caller may not see: a caller who sees an item also
 * sees its own tags, but not necessarily the tags of its performers.
 */
export const relationRows = (context: Context, { relation, via }: Entities): Fragment => {
  const { shownTags, sql } = context
  const ofRelation = sql.literal(`i.relation = '${via ?? relation}'`)
  if (via === undefined) return sql`(select i.item_id, i.entity_id from item_relations i where ${ofRelation})`
  const isTagShown = shownTags === undefined ? sql.literal("true") : sql`t.tag_id in (${shownTags})`
  return sql`(select i.item_id, t.tag_id as entity_id
    from item_relations i join related_tags t on t.entity_id = i.entity_id
    where ${ofRelation} and ${isShownId(context, "i.entity_id")} and ${isTagShown})`
}

/**
 * Returns a `from` and `where` clause for the relations `r` of the item `v`. If the caller hides NSFW content, the
 * clause excludes relations to entities that are marked NSFW.
 */
const relationsOf = (context: Context, source: Entities): Fragment =>
  context.sql`from ${relationRows(context, source)} r where r.item_id = v.id and ${isShownId(context, "r.entity_id")}`

/**
 * Returns a query for the ids of some entities and their descendants. `values` contains the ids, names or aliases of
 * the entities. The query descends up to `depth` levels. If `depth` is absent or negative, the query includes all
 * descendants.
 */
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
 * Returns the condition that an item has one of these entities. A query that reads items in sort order (`isWalk`) reads
 * only a few items and looks up the relations of each. All other queries read the ids of all items with these entities
 * first.
 */
const having = (context: Context, source: Entities, ids: Fragment): Fragment => {
  const { isWalk, sql } = context
  return isWalk
    ? sql`exists (select ${relationsOf(context, source)} and r.entity_id = any(array(${ids})))`
    : sql`v.id in (select r.item_id from ${relationRows(context, source)} r where r.entity_id = any(array(${ids})))`
}

/** Compiles a condition on the entities of a row of `items v`. The result is never null. */
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

/** Returns the condition that the name or an alias of `related_entities e` contains a word or phrase. */
export const entityNamed = (sql: SqlClient.SqlClient, phrase: string): Fragment =>
  sql`exists (select from related_names n
    where n.entity_id = e.id and n.folded like ${`%${escapeLike(foldName(phrase))}%`})`

/** Returns the condition that any, all or none of an item's entities match a condition on `related_entities e`. */
export const entitiesWhere = (
  context: Context,
  source: Entities,
  quantifier: "any" | "all" | "none",
  where: Fragment
): Fragment => {
  const { isWalk, sql } = context
  const rows = sql`from ${relationRows(context, source)} r join related_entities e on e.id = r.entity_id
    where ${isShown(context, "e")}`
  if (quantifier === "all")
    return sql`not exists (select ${rows} and r.item_id = v.id and (${where}) is not true)`
  const any = isWalk
    ? sql`exists (select ${rows} and r.item_id = v.id and ${where})`
    : sql`v.id in (select r.item_id ${rows} and ${where})`
  return quantifier === "any" ? any : sql`not (${any})`
}

/** Returns SQL for the number of entities of a row of `items v`. */
export const entityCount = (context: Context, source: Entities): Fragment =>
  context.sql`(select count(*)::int ${relationsOf(context, source)})`

/**
 * Returns the condition that the item `v` has at least one entity. For a `favorite` source, at least one of the
 * entities must be a favorite of the caller.
 */
export const entityExists = (context: Context, source: Entities): Fragment => {
  const { accountId, sql } = context
  const favorite = sql`and exists (select from user_related u
    where u.entity_id = r.entity_id and u.account_id = ${accountId} and u.is_favorite)`
  return sql`exists (select ${relationsOf(context, source)} ${source.of === "favorite" ? favorite : sql.literal("")})`
}

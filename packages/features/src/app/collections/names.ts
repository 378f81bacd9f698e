import * as SqlClient from "@effect/sql/SqlClient"
import { foldName } from "@media/kernel/FoldedName"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { type Condition, conditionsIn, type Node, type Scalar } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { mapValues } from "../../catalog/membership/mapValues.ts"
import { type StoredCollection, storedCollections } from "../../catalog/membership/stored.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { mayEdit } from "./editing.ts"
import { hasAny, viewing, withinTime } from "./members.ts"
import type { CollectionProblem } from "./shapes.ts"

/**
 * Returns the kind of entity that the values of a condition refer to, or undefined if the values are not names of
 * entities.
 */
const namedKind = ({ field, operator, value }: Condition): string | undefined => {
  if (value === undefined) return undefined
  if (operator === "in_collection" || operator === "not_in_collection") return "collection"
  const source = itemFieldTable().find(field)?.source
  return source?.from === "entities" && source.of === "which" ? source.relation : undefined
}

const Row = Schema.Struct({
  kind: Schema.String,
  id: Schema.String,
  folded: Schema.String,
  name: Schema.String
})
type Row = typeof Row.Type

/**
 * Returns true if the caller may see the name of a collection, because the caller owns the collection, may edit it, or
 * sees one of its items.
 */
const isShownTo = (principal: Principal, row: StoredCollection) =>
  mayEdit(principal, row) || row.accountId === principal.accountId
    ? Effect.succeed(true)
    : Effect.gen(function* () {
        const context = yield* viewing(principal, [row])
        return yield* withinTime(row.rules, hasAny(context, row))
      }).pipe(Effect.catchTag("TooBroad", () => Effect.succeed(false)))

/** Returns the performers, studios, tags and collections that a rule names and that the caller may see. */
const namedThings = (principal: Principal, node: Node) =>
  Effect.gen(function* () {
    const values = conditionsIn(node).flatMap(({ condition }) =>
      namedKind(condition) === undefined ? [] : [condition.value].flat().map(String)
    )
    if (values.length === 0) return []
    const sql = yield* SqlClient.SqlClient
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    // Look up each named entity separately. A join would check the visibility of all entities, which took most of the
    // time of a preview.
    const entities = yield* rowsOf(Row)(sql`
      with named as materialized (
        select n.entity_id, n.folded from related_names n
        where n.kind = any(enum_range(null::related_kind)) and n.folded = any(${values.map(foldName)}::text[])
        union select other.entity_id, other.folded from related_names n
          join related_names other on other.kind = n.kind and (other.entity_id = n.entity_id or other.folded = n.folded)
          where n.entity_id = any(${values.filter(isUuid)}::uuid[])
      )
      select e.kind::text as kind, e.id, n.folded, e.name
      from named n cross join lateral (select * from related_entities one where one.id = n.entity_id offset 0) e
      where ${fewEntities("e")}`)
    const stored = yield* storedCollections(
      principal,
      (sql) =>
        sql`(s.id = any(${values.filter(isUuid)}::uuid[])
          or lower(s.name) = any(array(select lower(x) from unnest(${values}::text[]) x)))`
    )
    const collections = yield* Effect.filter(stored, (row) => isShownTo(principal, row))
    return [
      ...entities,
      ...collections.map(({ id, name }): Row => ({ kind: "collection", id, folded: foldName(name), name }))
    ]
  })

const matching = (things: ReadonlyArray<Row>, kind: string, value: Scalar): ReadonlyArray<Row> => {
  const text = String(value)
  const found = things.filter(
    (thing) => thing.kind === kind && (thing.id === text || thing.folded === foldName(text))
  )
  return [...new Map(found.map((thing) => [thing.id, thing])).values()]
}

/**
 * Replaces names with ids in a rule, so that the rule remains valid after renames and merges. Ambiguous names are kept.
 */
export const withIds = (principal: Principal, node: Node) =>
  Effect.map(namedThings(principal, node), (things) =>
    mapValues(node, (condition) => {
      const kind = namedKind(condition)
      if (kind === undefined) return undefined
      return (value) => {
        const [only, ...others] = matching(things, kind, value)
        return only === undefined || others.length > 0 ? value : only.id
      }
    })
  )

/**
 * Replaces ids with names in a rule, so that the rule can be shown as text. Also returns a problem for each condition
 * whose target no longer exists.
 */
export const withNames = (principal: Principal, node: Node) =>
  Effect.map(namedThings(principal, node), (things) => {
    const problems: Array<CollectionProblem> = []
    const walk = (each: Node, path: string): void => {
      const at = (part: string) => (path === "" ? part : `${path}.${part}`)
      if (each.type === "group") return each.children.forEach((child, n) => walk(child, at(`children.${n}`)))
      if (each.type === "relation") return walk(each.where, at("where"))
      const kind = namedKind(each)
      if (kind === undefined) return
      for (const value of [each.value].flat() as ReadonlyArray<Scalar>)
        if (matching(things, kind, value).length === 0)
          problems.push({
            path,
            message: isUuid(String(value))
              ? `This condition refers to a ${kind} that no longer exists, so it matches nothing.`
              : `No ${kind} is called "${String(value)}", so this condition matches nothing.`
          })
    }
    walk(node, "")
    const named = mapValues(node, (condition) => {
      const kind = namedKind(condition)
      if (kind === undefined) return undefined
      return (value) => {
        const name = isUuid(String(value)) ? matching(things, kind, value)[0]?.name : undefined
        // If several entities have the same name, only the id identifies one of them.
        return name === undefined || matching(things, kind, name).length > 1 ? value : name
      }
    })
    return { node: named, problems }
  })

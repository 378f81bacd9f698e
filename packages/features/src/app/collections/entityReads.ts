import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { type Condition, conditionsIn, type Node } from "@media/query/Tree"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import type { ReadEvent } from "./affected.ts"
import { tablesOfField } from "./reads.ts"

/**
 * The ids of an entity and of its ancestors, keyed by the id of the entity. Contains each entity that an item gained or
 * lost, unless the entity was deleted.
 */
export type Above = ReadonlyMap<string, ReadonlySet<string>>

const Row = Schema.Struct({ id: Schema.String, above: Schema.Array(Schema.String) })

export const entitiesAbove = (events: ReadonlyArray<ReadEvent>) =>
  Effect.gen(function* () {
    const ids = [...new Set(events.flatMap(({ to }) => to ?? []))]
    if (ids.length === 0) return new Map<string, ReadonlySet<string>>() satisfies Above
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      select c.descendant_id as id, array_agg(c.ancestor_id) as above
      from related_closure c join related_entities e on e.id = c.descendant_id
      where c.descendant_id = any(${ids}::uuid[]) group by 1`)
    return new Map(rows.map(({ above, id }) => [id, new Set(above)])) satisfies Above
  })

/**
 * Returns true if the result of a condition depends only on the entities that the condition names. The other entities
 * of an item then have no effect on the result.
 */
const isPositive = ({ operator }: Condition): boolean =>
  operator === "equals" || operator === "in" || operator === "all_of"

/**
 * Returns the ids of the entities that a condition tree names. Returns undefined if the result of the tree may also
 * depend on other entities.
 */
const entitiesIn = (tree: Node, relation: string): ReadonlyArray<string> | undefined => {
  const named: Array<string> = []
  for (const { condition, relations } of conditionsIn(tree)) {
    const name = relations[0] ?? condition.field
    if (!tablesOfField(name).includes("item_relations")) continue
    const source = itemFieldTable().find(name)?.source
    if (source?.from === "entities" && source.relation !== relation) continue
    const values = [condition.value].flat().map(String)
    const isOfNamed =
      source?.from === "entities" &&
      source.of === "which" &&
      relations.length === 0 &&
      isPositive(condition) &&
      values.every(isUuid)
    if (!isOfNamed) return undefined
    named.push(...values)
  }
  return named
}

/** Cache of `entitiesIn` per tree, because a bulk edit checks every rule against thousands of events. */
const known = new WeakMap<Node, Map<string, ReadonlyArray<string> | undefined>>()

const entitiesNamed = (tree: Node, relation: string): ReadonlyArray<string> | undefined => {
  const ofTree = known.get(tree) ?? new Map<string, ReadonlyArray<string> | undefined>()
  known.set(tree, ofTree)
  if (!ofTree.has(relation)) ofTree.set(relation, entitiesIn(tree, relation))
  return ofTree.get(relation)
}

/**
 * Returns true if an item that gains or loses the entity may start or stop matching. Returns false if the tree names
 * neither the entity nor one of its ancestors. Most rules about tags name only a few of a thousand tags.
 */
export const readsEntityOf = (tree: Node, { relation, to }: ReadEvent, above: Above): boolean => {
  if (relation === null || to === null) return true
  const ids = above.get(to)
  const named = entitiesNamed(tree, relation)
  return ids === undefined || named === undefined || named.some((id) => ids.has(id))
}

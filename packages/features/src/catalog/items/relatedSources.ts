import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RelatedPatch } from "../relations/contract.ts"
import type { ItemRelation } from "../relations/events.ts"
import { itemRelations, type RelatedField, relationOfField } from "../relations/relations.ts"
import { relateFrom } from "../relations/commands.ts"
import { relatedSourced } from "./sourcedFields.ts"
import { decidingSource, shownValue, type StatedFields } from "./sources.ts"

const Row = Schema.Struct({ stated: Schema.Unknown })

const statedOf = (itemId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* rowsOf(Row)(sql`select stated from item_sources where item_id = ${itemId}`)
    return (row?.stated ?? {}) as StatedFields
  })

const Names = Schema.Struct({
  id: Schema.String,
  relation: Schema.String,
  names: Schema.Array(Schema.String)
})

/** Returns the names of each item's entities, in the format of the sourced fields. */
export const relatedNow = Effect.fn("items.relatedNow")(function* (
  itemIds: ReadonlyArray<string>,
  relations: ReadonlyArray<ItemRelation>
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Names)(sql`
    select r.item_id as id, r.relation::text as relation,
      array_agg(e.name order by r.ordinal, e.sort_key, e.id) as names
    from item_relations r join related_entities e on e.id = r.entity_id
    where r.item_id = any(${itemIds as Array<string>}::uuid[]) group by 1, 2`)
  const names = new Map(rows.map((row) => [`${row.id} ${row.relation}`, row.names]))
  const valueOf = (id: string, relation: ItemRelation) => {
    const all = names.get(`${id} ${relation}`) ?? []
    return itemRelations[relation].isSingle ? (all[0] ?? null) : all
  }
  return itemIds.map((id) =>
    Object.fromEntries(relations.map((relation) => [itemRelations[relation].field, valueOf(id, relation)]))
  )
})

/** The value of a field that no source provides. */
const noneIn = (field: RelatedField) => {
  const relation = relationOfField(field)
  return relation !== undefined && itemRelations[relation].isSingle ? null : []
}

/**
 * Relates an item to the entities that the source with the highest precedence states. Call this
 * after a source of these fields changed.
 */
export const followSources = Effect.fn("items.followSources")(function* (
  itemId: string,
  fields: ReadonlyArray<string>,
  meta: EventMeta
) {
  const related = relatedSourced.filter((field) => fields.includes(field))
  if (related.length === 0) return
  const stated = yield* statedOf(itemId)
  for (const field of related) {
    const source = decidingSource(stated[field])
    // If the user chose the entities, the item already has them.
    if (source === "user") continue
    const value = shownValue(stated, field) ?? noneIn(field)
    yield* relateFrom(source ?? "user", itemId, { [field]: value } as RelatedPatch, meta)
  }
})

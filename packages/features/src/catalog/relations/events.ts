import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** The kinds of relation between an item and an entity. Each leads to entities of the kind with the same name. */
export const ItemRelation = Schema.Literal("performer", "studio", "tag")
export type ItemRelation = typeof ItemRelation.Type

const text = Schema.optionalWith(Schema.String, { exact: true })
/** How the item credits the entity. */
export const credit = {
  /** The credited name, if it differs from the entity's own. */
  as: text,
  role: text,
  character: text
}

const which = { to: Uuid, relation: ItemRelation }

/** The item has the entity from now on, or has it at another position or with another credit. */
export const ItemRelated = event("item.related.v1", {
  ...which,
  ordinal: Schema.Int,
  ...credit,
  /** `user`, or the reader that found the entity in a file. */
  source: Schema.String
})
export const ItemUnrelated = event("item.unrelated.v1", which)

export const RelationEvent = Schema.Union(ItemRelated, ItemUnrelated)
export type RelationEvent = typeof RelationEvent.Type
export const relationEvents = RelationEvent.members

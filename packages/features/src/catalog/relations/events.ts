import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** How an item can be related to an entity. Each relation leads to entities of the kind of the same name. */
export const ItemRelation = Schema.Literal("performer", "studio", "tag")
export type ItemRelation = typeof ItemRelation.Type

const text = Schema.optionalWith(Schema.String, { exact: true })
/** How the item credits the entity. */
export const credit = {
  /** The name used, when it is not the entity's own. */
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
  /** `user`, or the reader that found it in a file. */
  source: Schema.String
})
export const ItemUnrelated = event("item.unrelated.v1", which)

export const RelationEvent = Schema.Union(ItemRelated, ItemUnrelated)
export type RelationEvent = typeof RelationEvent.Type
export const relationEvents = RelationEvent.members

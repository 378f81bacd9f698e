import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** The relations between an item and an entity. The name of a relation is also the kind of its entities. */
export const ItemRelation = Schema.Literal("performer", "studio", "tag")
export type ItemRelation = typeof ItemRelation.Type

const text = Schema.optionalWith(Schema.String, { exact: true })
/** The credit that an item gives to an entity. */
export const credit = {
  /** The credited name, if it differs from the entity's name. */
  as: text,
  role: text,
  character: text
}

const which = { to: Uuid, relation: ItemRelation }

/** The item was related to the entity, or the position or credit changed. */
export const ItemRelated = event("item.related.v1", {
  ...which,
  ordinal: Schema.Int,
  ...credit,
  /** `user`, or the reader or metadata source that named the entity. */
  source: Schema.String
})
export const ItemUnrelated = event("item.unrelated.v1", which)

export const RelationEvent = Schema.Union(ItemRelated, ItemUnrelated)
export type RelationEvent = typeof RelationEvent.Type
export const relationEvents = RelationEvent.members

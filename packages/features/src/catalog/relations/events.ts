import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** The relations that an item can have with entities. The name of a relation is also the kind of its entities. */
export const ItemRelation = Schema.Literal("performer", "studio", "tag", "author")
export type ItemRelation = typeof ItemRelation.Type

const text = Schema.optionalWith(Schema.String, { exact: true })
/** How an item credits an entity, for example a performer in a movie. */
export const credit = {
  /** The credited name. Absent if the item credits the entity under its usual name. */
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
  /** The source of the relation: `user`, or a file or metadata source. */
  source: Schema.String
})
export const ItemUnrelated = event("item.unrelated.v1", which)

export const RelationEvent = Schema.Union(ItemRelated, ItemUnrelated)
export type RelationEvent = typeof RelationEvent.Type
export const relationEvents = RelationEvent.members

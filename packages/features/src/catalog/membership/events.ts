import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import { ConditionTree } from "@media/query/Condition"
import * as Schema from "effect/Schema"

export const CollectionSort = Schema.Struct({
  field: Schema.String,
  direction: Schema.Literal("asc", "desc")
})
export const CollectionLimit = Schema.Struct({
  amount: Schema.Number,
  unit: Schema.Literal("items", "percent")
})
/** An uploaded cover. The file is in the picture folder of the collection `owner`. */
export const CollectionPicture = Schema.Struct({
  owner: Uuid,
  version: Schema.String,
  width: Schema.Int,
  height: Schema.Int,
  thumbHash: Schema.String
})

export const settingsFields = {
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  isShared: Schema.Boolean,
  isNsfw: Schema.Boolean,
  rules: Schema.NullOr(ConditionTree),
  sort: Schema.Array(CollectionSort),
  limit: Schema.NullOr(CollectionLimit),
  coverItemId: Schema.NullOr(Uuid),
  picture: Schema.NullOr(CollectionPicture)
}
export const CollectionSettings = Schema.Struct(settingsFields)
export type CollectionSettings = typeof CollectionSettings.Type

/** `item` is a member of a manual collection. `pinned` and `banned` override the rule of a dynamic collection. */
export const Membership = Schema.Literal("item", "pinned", "banned")
export type Membership = typeof Membership.Type

export const Entry = Schema.Struct({
  itemId: Uuid,
  membership: Membership,
  ordinal: Schema.Int,
  note: Schema.NullOr(Schema.String)
})
export type Entry = typeof Entry.Type

/**
 * A collection was created, changed or restored. The event contains all settings, including unchanged ones, because
 * users edit them in one form.
 */
export const CollectionSaved = event("collection.saved.v1", { accountId: Uuid, ...settingsFields })
/** Items were added, or their membership, order or note changed. */
export const EntriesSet = event("collection.entries-set.v1", {
  accountId: Uuid,
  entries: Schema.Array(Entry)
})
export const EntriesRemoved = event("collection.entries-removed.v1", {
  accountId: Uuid,
  itemIds: Schema.Array(Uuid)
})
export const CollectionRemoved = event("collection.removed.v1", { accountId: Uuid })

export const CollectionEvent = Schema.Union(CollectionSaved, EntriesSet, EntriesRemoved, CollectionRemoved)
export type CollectionEvent = typeof CollectionEvent.Type
export const collectionEvents = CollectionEvent.members

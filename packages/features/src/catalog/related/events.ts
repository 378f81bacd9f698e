import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"

/** The value of an entity's field, as JSON. */
export const FieldValue = Schema.NullOr(
  Schema.Union(
    Schema.String,
    Schema.Number,
    Schema.Boolean,
    Schema.Array(Schema.String),
    Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) })
  )
)
export type FieldValue = typeof FieldValue.Type

export const RelatedCreated = event("related.created.v1", {
  kind: EntityKind,
  name: Schema.String,
  disambiguation: Schema.NullOr(Schema.String),
  /** The source of the entity: `user`, or a file or metadata source that contains its name. */
  source: Schema.String
})

/** A user changed these fields, which may include the name and the disambiguation. */
export const RelatedEdited = event("related.edited.v1", {
  /** The number of the edit, starting at 1 for the first edit of the entity. */
  editVersion: Schema.Int,
  changes: Schema.Array(Schema.Struct({ field: Schema.String, from: FieldValue, to: FieldValue }))
})

export const RelatedAliasAdded = event("related.alias-added.v1", { alias: Schema.String })
export const RelatedAliasRemoved = event("related.alias-removed.v1", { alias: Schema.String })

/** The parents of the entity changed. `parentIds` contains all parents after the change. */
export const RelatedParentSet = event("related.parent-set.v1", { parentIds: Schema.Array(Uuid) })

/** A tag was added to a performer or studio. */
export const RelatedTagged = event("related.tagged.v1", {
  tagId: Uuid,
  /** The source of the tag: `user`, or a file or metadata source. */
  source: Schema.String
})
export const RelatedUntagged = event("related.untagged.v1", { tagId: Uuid })

/** The items that a merge or split moved to another entity, recorded for undo. */
const moved = { itemIds: Schema.Array(Uuid) }

/**
 * The entity was merged into another entity of its kind, which took over all of its items and names. Requests for the
 * id of the merged entity are redirected to the other entity.
 */
export const RelatedMerged = event("related.merged.v1", { into: Uuid, ...moved })

/** Some items and aliases of this entity were moved to a new entity. */
export const RelatedSplit = event("related.split.v1", {
  into: Uuid,
  aliases: Schema.Array(Schema.String),
  ...moved
})

export const RelatedRemoved = event("related.removed.v1", {})

/**
 * An undo restored an entity that was removed or merged. The event contains all of its data, because its rows were
 * deleted.
 */
export const RelatedRestored = event("related.restored.v1", {
  kind: EntityKind,
  isProvisional: Schema.Boolean,
  editVersion: Schema.Int,
  fields: Schema.Record({ key: Schema.String, value: FieldValue }),
  aliases: Schema.Array(Schema.String),
  parentIds: Schema.Array(Uuid),
  tags: Schema.optionalWith(Schema.Array(RelatedTagged.pick("tagId", "source")), { exact: true })
})

export const RelatedEvent = Schema.Union(
  RelatedCreated,
  RelatedEdited,
  RelatedAliasAdded,
  RelatedAliasRemoved,
  RelatedParentSet,
  RelatedTagged,
  RelatedUntagged,
  RelatedMerged,
  RelatedSplit,
  RelatedRemoved,
  RelatedRestored
)
export type RelatedEvent = typeof RelatedEvent.Type
export const relatedEvents = RelatedEvent.members

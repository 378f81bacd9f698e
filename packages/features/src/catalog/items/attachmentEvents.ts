import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const AttachedAs = Schema.Literal("version", "part", "extra")
export type AttachedAs = typeof AttachedAs.Type

/**
 * The video belongs to another one, as a version, a part or an extra of the same work. Lists and counts contain only the other
 * one.
 */
export const ItemAttached = event("item.attached.v1", {
  to: Uuid,
  as: AttachedAs,
  /** Tells a version from the others, such as "Director's Cut" or "1080p". */
  label: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  /** The number of a part. */
  number: Schema.optionalWith(Schema.NullOr(Schema.Int), { exact: true }),
  extraType: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  /** A person attached it, and scans leave it. */
  isByHand: Schema.optionalWith(Schema.Boolean, { exact: true })
})
/** The video is a work of its own again. */
export const ItemDetached = event("item.detached.v1", {
  role: Schema.Literal("movie", "episode", "video"),
  isByHand: Schema.optionalWith(Schema.Boolean, { exact: true })
})

export const AttachmentEvent = Schema.Union(ItemAttached, ItemDetached)
export type AttachmentEvent = typeof AttachmentEvent.Type

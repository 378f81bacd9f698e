import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const AttachedAs = Schema.Literal("version", "part", "extra")
export type AttachedAs = typeof AttachedAs.Type

/** The video became a version, a part or an extra of another video. Lists and counts contain only that video. */
export const ItemAttached = event("item.attached.v1", {
  to: Uuid,
  as: AttachedAs,
  /** Tells a version from the others, such as "Director's Cut" or "1080p". */
  label: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  /** The number of a part. */
  number: Schema.optionalWith(Schema.NullOr(Schema.Int), { exact: true }),
  extraType: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  /** True if a person attached it. Scans do not change it. */
  isByHand: Schema.optionalWith(Schema.Boolean, { exact: true })
})
/** The video is a separate work again. */
export const ItemDetached = event("item.detached.v1", {
  role: Schema.Literal("movie", "episode", "video"),
  isByHand: Schema.optionalWith(Schema.Boolean, { exact: true })
})

export const AttachmentEvent = Schema.Union(ItemAttached, ItemDetached)
export type AttachmentEvent = typeof AttachmentEvent.Type

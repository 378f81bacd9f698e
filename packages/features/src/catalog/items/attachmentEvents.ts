import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const AttachedAs = Schema.Literal("version", "part", "extra")
export type AttachedAs = typeof AttachedAs.Type

/** The video became a version, a part or an extra of the video `to`. Lists and counts include only `to`. */
export const ItemAttached = event("item.attached.v1", {
  to: Uuid,
  as: AttachedAs,
  /** The name of a version among the versions of the same video, such as "Director's Cut" or "1080p". */
  label: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  /** The number of a part, such as 2 for the second part. */
  number: Schema.optionalWith(Schema.NullOr(Schema.Int), { exact: true }),
  extraType: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  /** True if a user attached the video. Scans do not change such an attachment. */
  isByHand: Schema.optionalWith(Schema.Boolean, { exact: true })
})
/** The video is an independent item again, no longer a version, part or extra of another video. */
export const ItemDetached = event("item.detached.v1", {
  role: Schema.Literal("movie", "episode", "video"),
  isByHand: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** True if a user chose this version as the primary file of its work. */
  isPrimary: Schema.optionalWith(Schema.Boolean, { exact: true })
})

export const AttachmentEvent = Schema.Union(ItemAttached, ItemDetached)
export type AttachmentEvent = typeof AttachmentEvent.Type

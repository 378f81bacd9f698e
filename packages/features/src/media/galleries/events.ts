import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/**
 * An archive with this size and modification time was read. The events of its images record that they belong to the
 * archive.
 */
export const GalleryRead = event("gallery.read.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  images: Schema.Int,
  /** A message for users that names the parts of the archive that cannot be shown. Null if all parts can be shown. */
  note: Schema.NullOr(Schema.String)
})

export type GalleryEvent = typeof GalleryRead.Type
export const galleryEvents = [GalleryRead]

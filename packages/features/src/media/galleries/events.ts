import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** The archive of this size and time was read. The events of its images record that they belong to it. */
export const GalleryRead = event("gallery.read.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  images: Schema.Int,
  /** The parts of the archive that cannot be shown, as a sentence for people. */
  note: Schema.NullOr(Schema.String)
})

export type GalleryEvent = typeof GalleryRead.Type
export const galleryEvents = [GalleryRead]

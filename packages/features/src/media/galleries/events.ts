import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** The archive of this size and time was read; its images say themselves that they are in it. */
export const GalleryRead = event("gallery.read.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  images: Schema.Int,
  /** What of it cannot be shown, as a sentence for people. */
  note: Schema.NullOr(Schema.String)
})
/** From now on its images are in an order that people gave: what is new comes behind them. */
export const GalleryOrdered = event("gallery.ordered.v1", {})
/** `null`: the first image again. */
export const GalleryCoverChosen = event("gallery.cover-chosen.v1", { imageId: Schema.NullOr(Uuid) })

const ChapterFields = Schema.Struct({
  id: Uuid,
  title: Schema.String,
  /** The image that begins it. */
  imageId: Uuid
})
/** All chapters there are now, in no order but that of their images. */
export const GalleryChaptersSet = event("gallery.chapters-set.v1", { chapters: Schema.Array(ChapterFields) })

export const GalleryEvent = Schema.Union(GalleryRead, GalleryOrdered, GalleryCoverChosen, GalleryChaptersSet)
export type GalleryEvent = typeof GalleryEvent.Type
export const galleryEvents = GalleryEvent.members

import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** Identifies the content that was used: bytes, and milliseconds since 1970. */
const stamp = { size: Schema.Number, mtimeMs: Schema.Number }

/**
 * Trickplay frames of a video were made and can be requested: first those of its beginning, and finally all. The event
 * does not contain the bytes, because they can be regenerated.
 */
export const TrickplayMade = event("preview.trickplay-made.v1", {
  ...stamp,
  version: Schema.String,
  /** The settings with which they were made. */
  askedSeconds: Schema.Int,
  quality: Schema.Int,
  /** One cell: displayed pixels, and seconds. */
  cellWidth: Schema.Int,
  cellHeight: Schema.Int,
  cellSeconds: Schema.Number,
  cells: Schema.Int,
  isComplete: Schema.Boolean
})
/** A short silent clip was made and can be requested. */
export const ClipMade = event("preview.clip-made.v1", {
  ...stamp,
  version: Schema.String,
  width: Schema.Int,
  height: Schema.Int
})
/** No preview of this content is possible; `reason` is a sentence for people. */
export const PreviewFailed = event("preview.failed.v1", {
  ...stamp,
  product: Schema.Literal("trickplay", "clip"),
  reason: Schema.String
})

export const PreviewEvent = Schema.Union(TrickplayMade, ClipMade, PreviewFailed)
export type PreviewEvent = typeof PreviewEvent.Type
export const previewEvents = PreviewEvent.members

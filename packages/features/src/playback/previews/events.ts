import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** The size in bytes and the modification time in milliseconds since 1970. They identify the content of the file. */
const stamp = { size: Schema.Number, mtimeMs: Schema.Number }

/**
 * Thumbnails of a video were made and can be requested. The first event may cover only the beginning of the video. The
 * event does not contain the bytes, because the thumbnails can be regenerated.
 */
export const TrickplayMade = event("preview.trickplay-made.v1", {
  ...stamp,
  version: Schema.String,
  /** The interval setting in seconds when the thumbnails were made. `quality` is the quality setting. */
  askedSeconds: Schema.Int,
  quality: Schema.Int,
  /** The size of one cell in displayed pixels. `cellSeconds` is the time that one cell represents. */
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
/** No preview can be made from this content of the file. `reason` is a message for users. */
export const PreviewFailed = event("preview.failed.v1", {
  ...stamp,
  product: Schema.Literal("trickplay", "clip"),
  reason: Schema.String
})

export const PreviewEvent = Schema.Union(TrickplayMade, ClipMade, PreviewFailed)
export type PreviewEvent = typeof PreviewEvent.Type
export const previewEvents = PreviewEvent.members

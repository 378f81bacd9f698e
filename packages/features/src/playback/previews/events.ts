import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** Which content of the file was looked at: bytes, and milliseconds since 1970. */
const stamp = { size: Schema.Number, mtimeMs: Schema.Number }

/**
 * Small pictures from all over a video were made and can be asked for: at first those of its beginning, in the end all. The
 * bytes are no part of it: they can be made again.
 */
export const TrickplayMade = event("preview.trickplay-made.v1", {
  ...stamp,
  version: Schema.String,
  /** The settings they were made by. */
  askedSeconds: Schema.Int,
  quality: Schema.Int,
  /** Of one cell: pixels as displayed, and seconds. */
  cellWidth: Schema.Int,
  cellHeight: Schema.Int,
  cellSeconds: Schema.Number,
  cells: Schema.Int,
  isComplete: Schema.Boolean
})
/** A short silent clip was made and can be asked for. */
export const ClipMade = event("preview.clip-made.v1", {
  ...stamp,
  version: Schema.String,
  width: Schema.Int,
  height: Schema.Int
})
/** Of this content there can be none; `reason` is a sentence for people. */
export const PreviewFailed = event("preview.failed.v1", {
  ...stamp,
  product: Schema.Literal("trickplay", "clip"),
  reason: Schema.String
})

export const PreviewEvent = Schema.Union(TrickplayMade, ClipMade, PreviewFailed)
export type PreviewEvent = typeof PreviewEvent.Type
export const previewEvents = PreviewEvent.members

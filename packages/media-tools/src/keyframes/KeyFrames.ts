import * as Schema from "effect/Schema"

/**
 * The times at which a player can start. `seconds` ascend on the presentation clock with the container's own origin
 * (the same clock as ffprobe's `pts_time`).
 */
export const KeyFrameIndex = Schema.Struct({
  seconds: Schema.Array(Schema.Number),
  /** True if every key frame is an H.264 IDR picture. `unknown` if the frames were not read or could not be read. */
  allIdr: Schema.Union(Schema.Boolean, Schema.Literal("unknown")),
  /** Where the list comes from: the index of the container, or a scan of all packets. */
  origin: Schema.Literal("mp4", "matroska", "packets"),
  /**
   * True if the container plays only parts of the stream, or plays them in another order. A stream copy would then
   * include parts that should not be shown.
   */
  isEdited: Schema.Boolean
})
export type KeyFrameIndex = typeof KeyFrameIndex.Type

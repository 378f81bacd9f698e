import * as Schema from "effect/Schema"

/** The picture of an item or an entity. */
export const Picture = Schema.Struct({
  /** The URL of the picture, including its version. Append `&width=` for a smaller size. */
  url: Schema.String,
  /** Changes when the picture changes. Browsers cache URLs that contain the version as `v=`. */
  version: Schema.String,
  /** The displayed size of the largest variant in pixels. */
  width: Schema.Int,
  height: Schema.Int,
  /** A ThumbHash of about 25 bytes in base64, to display until the picture is loaded. */
  thumbHash: Schema.String
}).annotations({ identifier: "Picture" })
export type Picture = typeof Picture.Type

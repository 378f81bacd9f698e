import * as Schema from "effect/Schema"

/** The picture of an item or an entity. */
export const Picture = Schema.Struct({
  /** The URL of its bytes, with the version; append `&width=` for a smaller one. */
  url: Schema.String,
  /** Changes when the picture changes. The browser caches addresses that contain it as `v=`. */
  version: Schema.String,
  /** The largest available size, as displayed. */
  width: Schema.Int,
  height: Schema.Int,
  /** A ThumbHash of about 25 bytes, base64, to display until the picture is loaded. */
  thumbHash: Schema.String
}).annotations({ identifier: "Picture" })
export type Picture = typeof Picture.Type

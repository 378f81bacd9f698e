import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import { pictureRoles } from "@media/pictures/PictureSet"
import * as Schema from "effect/Schema"

/** The size in bytes and the modification time in milliseconds since 1970. They identify the content of the file. */
const stamp = { size: Schema.Number, mtimeMs: Schema.Number }

/** The picture that a user chose instead of the automatic picture. */
export const PictureChoice = Schema.Union(
  /** A frame of the video, `seconds` after its beginning. */
  Schema.Struct({ from: Schema.Literal("frame"), seconds: Schema.Number }),
  /** An uploaded picture. `digest` is the name under which the picture is stored. */
  Schema.Struct({ from: Schema.Literal("upload"), digest: Schema.String })
)
export type PictureChoice = typeof PictureChoice.Type

/**
 * A picture of the item was made and can be requested. The event does not contain the bytes, because the picture can be
 * regenerated.
 */
export const PictureMade = event("picture.made.v1", {
  ...stamp,
  version: Schema.String,
  /** The displayed size in pixels. */
  width: Schema.Int,
  height: Schema.Int,
  /** A ThumbHash of about 25 bytes, in base64. */
  thumbHash: Schema.String,
  /** True if the file is damaged, so that a part of the picture is missing. */
  isIncomplete: Schema.optionalWith(Schema.Literal(true), { exact: true })
})
/** No picture can be made from this content. `reason` is a message for users. */
export const PictureFailed = event("picture.failed.v1", { ...stamp, reason: Schema.String })
/** A user chose a picture. */
export const PictureChosen = event("picture.chosen.v1", { choice: PictureChoice })
/** A user restored the automatic picture. */
export const PictureReset = event("picture.reset.v1", {})

export const RolePicture = Schema.Struct({
  version: Schema.String,
  width: Schema.Int,
  height: Schema.Int,
  thumbHash: Schema.String,
  /**
   * The file next to the item from which the picture was made. Pictures from other sources are stored in the data
   * folder, under their version.
   */
  file: Schema.optionalWith(Schema.Struct({ rootId: Uuid, path: Schema.String, ...stamp }), { exact: true })
})
export type RolePicture = typeof RolePicture.Type
/**
 * The backdrop or logo that an item has from this source was set or replaced. If `picture` is null, the backdrop or
 * logo was removed.
 */
export const RolePictureSet = event("picture.role-set.v1", {
  role: Schema.Literal(...pictureRoles),
  source: Schema.Literal("user", "file", "scrape"),
  picture: Schema.NullOr(RolePicture)
})

export const PictureEvent = Schema.Union(
  PictureMade,
  PictureFailed,
  PictureChosen,
  PictureReset,
  RolePictureSet
)
export type PictureEvent = typeof PictureEvent.Type
export const pictureEvents = PictureEvent.members

import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import { pictureRoles } from "@media/pictures/PictureSet"
import * as Schema from "effect/Schema"

/** Identifies the content that was used: bytes, and milliseconds since 1970. */
const stamp = { size: Schema.Number, mtimeMs: Schema.Number }

/** A person's replacement for the automatic picture. */
export const PictureChoice = Schema.Union(
  /** A frame of the video, `seconds` from its beginning. */
  Schema.Struct({ from: Schema.Literal("frame"), seconds: Schema.Number }),
  /** An uploaded picture: `digest` is its name among the stored pictures. */
  Schema.Struct({ from: Schema.Literal("upload"), digest: Schema.String })
)
export type PictureChoice = typeof PictureChoice.Type

/**
 * A picture of the item was made and can be requested. The event does not contain the bytes, because they can be
 * regenerated.
 */
export const PictureMade = event("picture.made.v1", {
  ...stamp,
  version: Schema.String,
  /** Displayed size. */
  width: Schema.Int,
  height: Schema.Int,
  /** About 25 bytes, base64. */
  thumbHash: Schema.String,
  /** True if the file is damaged, so that a part of the picture is missing. */
  isIncomplete: Schema.optionalWith(Schema.Literal(true), { exact: true })
})
/** No picture can be made from this content; `reason` is a sentence for people. */
export const PictureFailed = event("picture.failed.v1", { ...stamp, reason: Schema.String })
/** A person chose a picture. */
export const PictureChosen = event("picture.chosen.v1", { choice: PictureChoice })
/** A person returned to the automatic picture. */
export const PictureReset = event("picture.reset.v1", {})

export const RolePicture = Schema.Struct({
  version: Schema.String,
  width: Schema.Int,
  height: Schema.Int,
  thumbHash: Schema.String,
  /** The file next to the item. Pictures from other sources are stored with the data, under their version. */
  file: Schema.optionalWith(Schema.Struct({ rootId: Uuid, path: Schema.String, ...stamp }), { exact: true })
})
export type RolePicture = typeof RolePicture.Type
/** One source of the backdrop or the logo of an item changed its picture; null if it no longer has one. */
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

import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** A file with this size and modification time was examined. The event contains its metadata. */
export const ImageExamined = event("image.examined.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  format: Schema.String,
  /** Displayed width and height in pixels, after the orientation was applied. */
  width: Schema.Int,
  height: Schema.Int,
  frames: Schema.Int,
  /** The time on the camera's clock, without a time zone: "2024-05-31T12:30:05". */
  takenAt: Schema.NullOr(Schema.String),
  /** The time zone offset in minutes, if the camera recorded it. */
  takenOffset: Schema.optionalWith(Schema.Int, { exact: true }),
  camera: Schema.NullOr(Schema.String),
  lens: Schema.NullOr(Schema.String),
  exposureSeconds: Schema.NullOr(Schema.Number),
  aperture: Schema.NullOr(Schema.Number),
  iso: Schema.NullOr(Schema.Number),
  /** Focal length in millimeters. */
  focalLength: Schema.NullOr(Schema.Number),
  /** Latitude and longitude in degrees. */
  latitude: Schema.NullOr(Schema.Number),
  longitude: Schema.NullOr(Schema.Number),
  /** The title in the XMP or EXIF metadata. */
  title: Schema.optionalWith(Schema.String, { exact: true })
})

export const ImageEvent = Schema.Union(ImageExamined)
export type ImageEvent = typeof ImageEvent.Type
export const imageEvents = [ImageExamined] as const

import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** The metadata of the file of this size and time. */
export const ImageExamined = event("image.examined.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  format: Schema.String,
  /** Displayed size. */
  width: Schema.Int,
  height: Schema.Int,
  frames: Schema.Int,
  /** By the camera's clock, without a time zone: "2024-05-31T12:30:05". */
  takenAt: Schema.NullOr(Schema.String),
  /** Time zone offset in minutes, if the camera records it. */
  takenOffset: Schema.optionalWith(Schema.Int, { exact: true }),
  camera: Schema.NullOr(Schema.String),
  lens: Schema.NullOr(Schema.String),
  exposureSeconds: Schema.NullOr(Schema.Number),
  aperture: Schema.NullOr(Schema.Number),
  iso: Schema.NullOr(Schema.Number),
  /** Millimeters. */
  focalLength: Schema.NullOr(Schema.Number),
  /** Degrees. */
  latitude: Schema.NullOr(Schema.Number),
  longitude: Schema.NullOr(Schema.Number),
  /** From XMP or EXIF. */
  title: Schema.optionalWith(Schema.String, { exact: true })
})

export const ImageEvent = Schema.Union(ImageExamined)
export type ImageEvent = typeof ImageEvent.Type
export const imageEvents = [ImageExamined] as const

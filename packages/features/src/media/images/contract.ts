import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { isDay } from "@media/kernel/Day"
import { Uuid } from "@media/kernel/Ids"
import { Ok, Page } from "@media/wire/Envelope"
import { FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import {
  itemDetailFields,
  ItemFilter,
  itemGroup,
  itemSummaryFields,
  MixedItem,
  sortBy
} from "../../catalog/items/contract.ts"
import { ListParams } from "../../catalog/items/listParams.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { imageKind } from "./kind.ts"

/** Fields of an image in lists, in addition to the fields of every item. */
export const imageSummaryFields = {
  /** Displayed width and height in pixels, after the orientation was applied. Null until the file was examined. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  /** The image format, for example "jpeg". Null if it is unknown or the file was not examined. */
  format: Schema.NullOr(Schema.String),
  /** The time on the camera's clock, without a time zone: "2024-05-31T12:30:05". */
  takenAt: Schema.NullOr(Schema.String),
  /**
   * The sort key for lists by time: `takenAt`, or else the time in the file name, or else the time of the file (UTC).
   * Null until the file was examined.
   */
  moment: Schema.NullOr(Schema.String),
  /** The source of `moment`: the camera, the file name, or the time of the file. */
  momentFrom: Schema.NullOr(Schema.Literal("camera", "name", "file")),
  /** The gallery that contains the image. */
  gallery: Schema.NullOr(Schema.Struct({ id: Uuid, title: Schema.String })),
  /** The reason why the server could not make a thumbnail of the current file. Null if there is none. */
  pictureFailure: Schema.NullOr(Schema.String)
}
/** Additional fields of a single image: the metadata of the file. */
export const imageDetailFields = {
  /** True if the file is truncated or damaged, so that a part of the image is missing. */
  isIncomplete: Schema.Boolean,
  /** Number of frames or pages. Animated images and multi-page images have more than one. */
  frames: Schema.NullOr(Schema.Int),
  /** The time zone offset of `takenAt` in minutes, if the camera recorded it. */
  takenOffset: Schema.NullOr(Schema.Int),
  camera: Schema.NullOr(Schema.String),
  lens: Schema.NullOr(Schema.String),
  exposureSeconds: Schema.NullOr(Schema.Number),
  /** The f-number of the lens. */
  aperture: Schema.NullOr(Schema.Number),
  iso: Schema.NullOr(Schema.Number),
  /** Focal length in millimeters. */
  focalLength: Schema.NullOr(Schema.Number),
  /** Latitude and longitude in degrees. North and east are positive. */
  latitude: Schema.NullOr(Schema.Number),
  longitude: Schema.NullOr(Schema.Number)
}

const summaryFields = { ...itemSummaryFields, kind: Schema.Literal("image"), ...imageSummaryFields }

export const ImageSummary = Schema.Struct(summaryFields).annotations({ identifier: "ImageSummary" })
export type ImageSummary = typeof ImageSummary.Type
export const Image = Schema.Struct({
  ...summaryFields,
  ...itemDetailFields,
  ...imageDetailFields,
  sourceUrl: Schema.String
}).annotations({ identifier: "Image" })
export type Image = typeof Image.Type

export const ImageFilter = ListParams({ ...ItemFilter.fields, sort: sortBy("takenAt") })

/** The filters of a timeline. A timeline is always sorted by day. */
export const TimelineFilter = ListParams(Struct.omit(ImageFilter.fields, "page", "perPage", "sort"))
export type TimelineFilter = typeof TimelineFilter.Type

export const Timeline = Schema.Struct({
  /** The total number of images on all days. */
  total: Schema.Int,
  /**
   * The days, in the same order as the image list sorted by `takenAt`: the list starts with the `count` images of the
   * first day, followed by the images of the second day, and so on. Images that have not been examined yet belong to no
   * day. They are at the end of the image list, or at its start with `order=asc`.
   */
  days: Schema.Array(Schema.Struct({ day: Schema.String, count: Schema.Int }))
}).annotations({ identifier: "Timeline" })
export type Timeline = typeof Timeline.Type

export const OnThisDayFilter = Schema.Struct({
  /** The user's local date. The default is the current date in UTC. */
  date: Schema.optional(
    Schema.String.pipe(Schema.filter(isDay, { message: () => "must be a date such as 2026-05-31" }))
  )
})
export type OnThisDayFilter = typeof OnThisDayFilter.Type

export const RememberedImage = Schema.Struct({
  ...MixedItem.fields,
  /** The year in which the image was taken. */
  year: Schema.Int
}).annotations({ identifier: "RememberedImage" })

export class ImagesGroup extends itemGroup("images", {
  name: "Image",
  path: imageKind.paths.list,
  list: HttpApiEndpoint.get("list", imageKind.paths.list)
    .setUrlParams(ImageFilter)
    .addSuccess(Page("ImagesResponse", ImageSummary))
    .addError(FailInvalid)
    .addError(FailTooBroad),
  detail: Image
})
  /** Counts the images per day in the image list with the same filter. */
  .add(
    HttpApiEndpoint.get("timeline", `${imageKind.paths.list}/timeline`)
      .setUrlParams(TimelineFilter)
      .addSuccess(Ok("TimelineResponse", Timeline))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  /** Returns images taken on the same day in earlier years, newest first, with a few per year. */
  .add(
    HttpApiEndpoint.get("onThisDay", `${imageKind.paths.list}/on-this-day`)
      .setUrlParams(OnThisDayFilter)
      .addSuccess(Ok("OnThisDayResponse", Schema.Array(RememberedImage)))
  ) {}

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

/** List fields of an image in addition to those of every item. */
export const imageSummaryFields = {
  /** Displayed size: orientation is applied. Null until the file was examined. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  /** For example "jpeg". Null until the file was examined, or if it does not state its format. */
  format: Schema.NullOr(Schema.String),
  /** According to the camera's clock, without a time zone: "2024-05-31T12:30:05". */
  takenAt: Schema.NullOr(Schema.String),
  /**
   * The sort key for the time it was taken: `takenAt`, otherwise the time in its name, otherwise the time of its file
   * (UTC). Null until the file was examined.
   */
  moment: Schema.NullOr(Schema.String),
  /** The source of `moment`. */
  momentFrom: Schema.NullOr(Schema.Literal("camera", "name", "file")),
  /** The gallery that contains it. */
  gallery: Schema.NullOr(Schema.Struct({ id: Uuid, title: Schema.String })),
  /** Why there is no picture of this content. */
  pictureFailure: Schema.NullOr(Schema.String)
}
/** Additional fields of its page: the file's metadata. */
export const imageDetailFields = {
  /** True if the file is truncated or damaged, so that a part of the picture is missing. */
  isIncomplete: Schema.Boolean,
  /** More than one if it is animated or has pages. */
  frames: Schema.NullOr(Schema.Int),
  /** Time zone offset of `takenAt` in minutes, if the camera records it. */
  takenOffset: Schema.NullOr(Schema.Int),
  camera: Schema.NullOr(Schema.String),
  lens: Schema.NullOr(Schema.String),
  exposureSeconds: Schema.NullOr(Schema.Number),
  /** The f-number. */
  aperture: Schema.NullOr(Schema.Number),
  iso: Schema.NullOr(Schema.Number),
  /** Millimeters. */
  focalLength: Schema.NullOr(Schema.Number),
  /** Degrees; north and east are positive. */
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

/** The filters of a timeline, which is always sorted by day. */
export const TimelineFilter = ListParams(Struct.omit(ImageFilter.fields, "page", "perPage", "sort"))
export type TimelineFilter = typeof TimelineFilter.Type

export const Timeline = Schema.Struct({
  /** The number of images on all days. */
  total: Schema.Int,
  /**
   * In the order of the list by `takenAt`, which contains `count` images for each day, one day after another. Images
   * that were not examined have no day: they come last in that list, or first with `order=asc`.
   */
  days: Schema.Array(Schema.Struct({ day: Schema.String, count: Schema.Int }))
}).annotations({ identifier: "Timeline" })
export type Timeline = typeof Timeline.Type

export const OnThisDayFilter = Schema.Struct({
  /** The reader's local date; UTC if absent. */
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
  /** The number of images taken on each day, of those in the list with the same filter. */
  .add(
    HttpApiEndpoint.get("timeline", `${imageKind.paths.list}/timeline`)
      .setUrlParams(TimelineFilter)
      .addSuccess(Ok("TimelineResponse", Timeline))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  /** Images taken on the same day of earlier years, newest first, with a few of each year. */
  .add(
    HttpApiEndpoint.get("onThisDay", `${imageKind.paths.list}/on-this-day`)
      .setUrlParams(OnThisDayFilter)
      .addSuccess(Ok("OnThisDayResponse", Schema.Array(RememberedImage)))
  ) {}

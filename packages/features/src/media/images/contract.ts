import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
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
  sortBy
} from "../../catalog/items/contract.ts"
import { ListParams } from "../../catalog/items/listParams.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { imageKind } from "./kind.ts"

/** What lists say of an image beside the fields of every item. */
export const imageSummaryFields = {
  /** As displayed: orientation is applied. Null until the file was examined. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  /** Such as "jpeg". Null until the file was examined, and where it does not say. */
  format: Schema.NullOr(Schema.String),
  /** By the clock of the camera, which names no zone: "2024-05-31T12:30:05". */
  takenAt: Schema.NullOr(Schema.String),
  /** What it is sorted by as taken: `takenAt`, else what its name says, else the time of its file (UTC). Null until it was examined. */
  moment: Schema.NullOr(Schema.String),
  /** Who says so. */
  momentFrom: Schema.NullOr(Schema.Literal("camera", "name", "file")),
  /** Why there is no picture of this content. */
  pictureFailure: Schema.NullOr(Schema.String)
}
/** And its page: what the file says of itself. */
export const imageDetailFields = {
  /** The gallery it lies in. */
  gallery: Schema.NullOr(Schema.Struct({ id: Uuid, title: Schema.String })),
  /** The file breaks off or is damaged: a part of the picture is missing. */
  isIncomplete: Schema.Boolean,
  /** More than one: it moves, or has pages. */
  frames: Schema.NullOr(Schema.Int),
  /** Minutes from UTC of `takenAt`, where the camera names them. */
  takenOffset: Schema.NullOr(Schema.Int),
  camera: Schema.NullOr(Schema.String),
  lens: Schema.NullOr(Schema.String),
  exposureSeconds: Schema.NullOr(Schema.Number),
  /** The f-number. */
  aperture: Schema.NullOr(Schema.Number),
  iso: Schema.NullOr(Schema.Number),
  /** Millimeters. */
  focalLength: Schema.NullOr(Schema.Number),
  /** Degrees, north and east are positive. */
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

/** What narrows a timeline; its order is that of the days. */
export const TimelineFilter = ListParams(Struct.omit(ImageFilter.fields, "page", "perPage", "sort"))
export type TimelineFilter = typeof TimelineFilter.Type

export const Timeline = Schema.Struct({
  /** Of all days. */
  total: Schema.Int,
  /**
   * In the order of the list by `takenAt`, which has this many of each, one day after the other. Images that were not examined are on
   * no day: they come last in that list, or first with `order=asc`.
   */
  days: Schema.Array(Schema.Struct({ day: Schema.String, count: Schema.Int }))
}).annotations({ identifier: "Timeline" })
export type Timeline = typeof Timeline.Type

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
  /** How many images were taken on each day, of those that the list with the same filter has. */
  .add(
    HttpApiEndpoint.get("timeline", `${imageKind.paths.list}/timeline`)
      .setUrlParams(TimelineFilter)
      .addSuccess(Ok("TimelineResponse", Timeline))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  ) {}

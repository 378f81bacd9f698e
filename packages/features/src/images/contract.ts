import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Uuid } from "@media/kernel/Ids"
import { Page } from "@media/wire/Envelope"
import * as Schema from "effect/Schema"
import { ItemFilter, itemDetailFields, itemGroup, itemSummaryFields } from "../items/contract.ts"
import { imageKind } from "./kind.ts"

/** What lists say of an image beside the fields of every item. */
export const imageSummaryFields = {
  /** As displayed: orientation is applied. Null until the file was examined. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  /** By the clock of the camera, which names no zone: "2024-05-31T12:30:05". */
  takenAt: Schema.NullOr(Schema.String),
  /** Why there is no picture of this content. */
  pictureFailure: Schema.NullOr(Schema.String)
}
/** And its page: what the file says of itself. */
export const imageDetailFields = {
  /** The gallery it lies in. */
  gallery: Schema.NullOr(Schema.Struct({ id: Uuid, title: Schema.String })),
  /** Such as "jpeg". */
  format: Schema.NullOr(Schema.String),
  /** More than one: it moves, or has pages. */
  frames: Schema.NullOr(Schema.Int),
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

export class ImagesGroup extends itemGroup("images", {
  name: "Image",
  path: imageKind.paths.list,
  list: HttpApiEndpoint.get("list", imageKind.paths.list)
    .setUrlParams(ItemFilter)
    .addSuccess(Page("ImagesResponse", ImageSummary)),
  detail: Image
}) {}

import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Page } from "@media/wire/Envelope"
import { ItemFilter, itemGroup, plainItem } from "../items/contract.ts"
import { imageKind } from "./kind.ts"

const schemas = plainItem("image", "Image")

export const ImageSummary = schemas.summary
export type ImageSummary = typeof ImageSummary.Type
export const Image = schemas.detail
export type Image = typeof Image.Type

export class ImagesGroup extends itemGroup("images", {
  name: "Image",
  path: imageKind.paths.list,
  list: HttpApiEndpoint.get("list", imageKind.paths.list)
    .setUrlParams(ItemFilter)
    .addSuccess(Page("ImagesResponse", ImageSummary)),
  detail: Image
}) {}

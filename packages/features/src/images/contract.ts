import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Page } from "@media/wire/Envelope"
import { ItemFilter, itemGroup, plainItem } from "../items/contract.ts"

const schemas = plainItem("image", "Image")

export const ImageSummary = schemas.summary
export type ImageSummary = typeof ImageSummary.Type
export const Image = schemas.detail
export type Image = typeof Image.Type

export class ImagesGroup extends itemGroup("images", {
  name: "Image",
  path: "/api/images",
  list: HttpApiEndpoint.get("list", "/api/images")
    .setUrlParams(ItemFilter)
    .addSuccess(Page("ImagesResponse", ImageSummary)),
  detail: Image
}) {}

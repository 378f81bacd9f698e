import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Page } from "@media/wire/Envelope"
import * as Schema from "effect/Schema"
import { ItemFilter, itemGroup, itemSummaryFields } from "../items/contract.ts"
import { groupDetailFields, groupSummaryFields } from "../items/groupFields.ts"
import { galleryKind } from "./kind.ts"

const summaryFields = { ...itemSummaryFields, kind: Schema.Literal("gallery"), ...groupSummaryFields }

export const GallerySummary = Schema.Struct(summaryFields).annotations({ identifier: "GallerySummary" })
export type GallerySummary = typeof GallerySummary.Type

export const Gallery = Schema.Struct({
  ...summaryFields,
  ...groupDetailFields,
  /** The archive itself; null of a folder. */
  sourceUrl: Schema.NullOr(Schema.String)
}).annotations({ identifier: "Gallery" })
export type Gallery = typeof Gallery.Type

export class GalleriesGroup extends itemGroup("galleries", {
  name: "Gallery",
  path: galleryKind.paths.list,
  list: HttpApiEndpoint.get("list", galleryKind.paths.list)
    .setUrlParams(ItemFilter)
    .addSuccess(Page("GalleriesResponse", GallerySummary)),
  detail: Gallery
}) {}

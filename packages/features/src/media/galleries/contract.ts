import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { ItemFilter, itemGroup, itemSummaryFields } from "../../catalog/items/contract.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { ImageSummary } from "../images/contract.ts"
import { groupDetailFields, groupSummaryFields } from "../../catalog/items/groupFields.ts"
import { galleryKind } from "./kind.ts"

const summaryFields = { ...itemSummaryFields, kind: Schema.Literal("gallery"), ...groupSummaryFields }

export const GallerySummary = Schema.Struct(summaryFields).annotations({ identifier: "GallerySummary" })
export type GallerySummary = typeof GallerySummary.Type

/** A chapter of a gallery. A chapter ends where the next chapter starts. */
export const Chapter = Schema.Struct({
  id: Uuid,
  title: Schema.String,
  /** The first image of the chapter. */
  imageId: Uuid,
  /** The index of the first image among the images that the caller may see, counted from 0. */
  imageIndex: Schema.Int
}).annotations({ identifier: "GalleryChapter" })
export type Chapter = typeof Chapter.Type

export const Gallery = Schema.Struct({
  ...summaryFields,
  ...groupDetailFields,
  /** The URL of the archive file. Null for a folder, and for an archive with images that the caller may not see. */
  sourceUrl: Schema.NullOr(Schema.String),
  /** A message for users that names the parts of the archive that cannot be shown. Null if all parts can be shown. */
  note: Schema.NullOr(Schema.String),
  /** The chapters in the order of their images. A chapter whose first image is hidden is omitted. */
  chapters: Schema.Array(Chapter)
}).annotations({ identifier: "Gallery" })
export type Gallery = typeof Gallery.Type

export class GalleriesGroup extends itemGroup("galleries", {
  name: "Gallery",
  path: galleryKind.paths.list,
  list: HttpApiEndpoint.get("list", galleryKind.paths.list)
    .setUrlParams(ItemFilter)
    .addSuccess(Page("GalleriesResponse", GallerySummary))
    .addError(FailInvalid)
    .addError(FailTooBroad),
  detail: Gallery
}) {}

const one = `${galleryKind.paths.list}/:id` as const
const chapterPath = Schema.Struct({ id: Schema.String, chapterId: Schema.String })
const Title = SafeText(200).pipe(
  Schema.filter((title) => title.trim() !== "", { message: () => "must not be empty" })
)

/** Moves these images, in this order, before the image `before` of the gallery. `null` moves the images to the end. */
export const OrderChange = Body({
  imageIds: Schema.Array(Uuid).pipe(Schema.minItems(1), Schema.maxItems(1_000)),
  before: Schema.NullOr(Uuid)
})
export type OrderChange = typeof OrderChange.Type
export const NewChapter = Body({ title: Title, imageId: Uuid })
export type NewChapter = typeof NewChapter.Type
export const ChapterPatch = Body({ title: Schema.optional(Title), imageId: Schema.optional(Uuid) })
export type ChapterPatch = typeof ChapterPatch.Type

const OkGallery = Ok("GalleryResponse", Gallery)

/** Routes for the contents of a gallery that the caller may see. Changes require an administrator. */
export class GalleryContentsGroup extends HttpApiGroup.make("galleryContents")
  .add(
    HttpApiEndpoint.get("images", `${one}/images`)
      .setPath(idPath)
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("GalleryImagesResponse", ImageSummary))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.put("order", `${one}/order`)
      .setPath(idPath)
      .setPayload(OrderChange)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.put("cover", `${one}/cover`)
      .setPath(idPath)
      .setPayload(Body({ imageId: Schema.NullOr(Uuid) }))
      .addSuccess(OkGallery)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.get("chapters", `${one}/chapters`)
      .setPath(idPath)
      .addSuccess(Ok("GalleryChaptersResponse", Schema.Array(Chapter)))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.post("addChapter", `${one}/chapters`)
      .setPath(idPath)
      .setPayload(NewChapter)
      .addSuccess(Ok("AddGalleryChapterResponse", Chapter, 201))
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.patch("changeChapter", `${one}/chapters/:chapterId`)
      .setPath(chapterPath)
      .setPayload(ChapterPatch)
      .addSuccess(Ok("GalleryChapterResponse", Chapter))
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.del("removeChapter", `${one}/chapters/:chapterId`)
      .setPath(chapterPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
  )
  .middleware(RequireSession) {}

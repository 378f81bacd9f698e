import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import * as Effect from "effect/Effect"
import { imageReads } from "../images/queries.ts"
import { itemHandlers } from "../../catalog/items/http.ts"
import { addChapter, changeChapter, chooseCover, orderImages, removeChapter } from "./commands.ts"
import { GalleriesGroup, GalleryContentsGroup } from "./contract.ts"
import { galleryReads, listChapters } from "./queries.ts"
import { removeItem } from "../../library/trash/commands.ts"

export const GalleriesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(GalleriesGroup),
  "galleries",
  (handlers) => handleAll(handlers, itemHandlers({ ...galleryReads, remove: removeItem }))
)

export const GalleryContentsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(GalleryContentsGroup),
  "galleryContents",
  (handlers) =>
    handlers
      .handle("images", ({ path, urlParams }) =>
        respondTo((principal) =>
          Effect.zipRight(
            galleryReads.get(principal, path.id),
            imageReads.list(principal, { ...urlParams, parentId: path.id, sort: "ordinal", order: "asc" })
          )
        )
      )
      .handle("order", ({ path, payload }) =>
        respondTo((principal) => Effect.as(orderImages(principal, path.id, payload), null))
      )
      .handle("cover", ({ path, payload }) =>
        respondTo((principal) => chooseCover(principal, path.id, payload.imageId))
      )
      .handle("chapters", Serve.get(listChapters))
      .handle("addChapter", ({ path, payload }) =>
        respondTo((principal) => addChapter(principal, path.id, payload))
      )
      .handle("changeChapter", ({ path, payload }) =>
        respondTo((principal) => changeChapter(principal, path.id, path.chapterId, payload))
      )
      .handle("removeChapter", ({ path }) =>
        respondTo((principal) => removeChapter(principal, path.id, path.chapterId))
      )
)

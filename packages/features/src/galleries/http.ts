import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { itemHandlers } from "../items/http.ts"
import { GalleriesGroup } from "./contract.ts"
import { galleryReads } from "./queries.ts"

const handle = itemHandlers(galleryReads)

export const GalleriesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(GalleriesGroup),
  "galleries",
  (handlers) =>
    handlers
      .handle("list", handle.list)
      .handle("get", handle.get)
      .handle("update", handle.update)
      .handle("remove", handle.remove)
      .handle("rate", handle.rate)
      .handle("favorite", handle.favorite)
      .handle("unfavorite", handle.unfavorite)
      .handle("watch", handle.watch)
      .handle("unwatch", handle.unwatch)
      .handle("play", handle.play)
      .handle("progress", handle.progress)
      .handle("forgetProgress", handle.forgetProgress)
)

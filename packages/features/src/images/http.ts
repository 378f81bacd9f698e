import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { itemHandlers } from "../items/http.ts"
import { ImagesGroup } from "./contract.ts"
import { imageReads } from "./queries.ts"
import { timeline } from "./timeline.ts"

const handle = itemHandlers(imageReads)

export const ImagesLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(ImagesGroup), "images", (handlers) =>
  handlers
    .handle("list", handle.list)
    .handle("timeline", ({ urlParams }) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => timeline(principal, urlParams)))
    )
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

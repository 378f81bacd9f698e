import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { itemHandlers } from "../items/http.ts"
import { examineVideo } from "./commands.ts"
import { VideosAdminGroup, VideosGroup } from "./contract.ts"
import { getVideo, listVideos } from "./queries.ts"

const handle = itemHandlers({ kind: "video", list: listVideos, get: getVideo })

export const VideosLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(VideosGroup), "videos", (handlers) =>
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

export const VideosAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(VideosAdminGroup),
  "videosAdmin",
  (handlers) =>
    handlers.handle("examine", ({ path }) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => examineVideo(principal, path.id)))
    )
)

import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { examineVideo, updateVideo } from "./commands.ts"
import { VideosAdminGroup, VideosGroup } from "./contract.ts"
import { getVideo, listVideos } from "./queries.ts"

export const VideosLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(VideosGroup), "videos", (handlers) =>
  handlers
    .handle("list", ({ urlParams }) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => listVideos(principal, urlParams)))
    )
    .handle("get", ({ path }) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => getVideo(principal, path.id)))
    )
    .handle("update", ({ path, payload }) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => updateVideo(principal, path.id, payload)))
    )
)

export const VideosAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(VideosAdminGroup),
  "videosAdmin",
  (handlers) =>
    handlers.handle("examine", ({ path }) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => examineVideo(principal, path.id)))
    )
)

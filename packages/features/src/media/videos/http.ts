import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { respondTo } from "@media/wire/Respond"
import { itemHandlers } from "../../catalog/items/http.ts"
import { examineVideo } from "./commands.ts"
import { VideosAdminGroup, VideosGroup } from "./contract.ts"
import { getVideo, listVideos } from "./queries.ts"
import { removeItem } from "../../library/trash/commands.ts"

export const VideosLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(VideosGroup), "videos", (handlers) =>
  handleAll(handlers, itemHandlers({ kind: "video", list: listVideos, get: getVideo, remove: removeItem }))
)

export const VideosAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(VideosAdminGroup),
  "videosAdmin",
  (handlers) =>
    handlers.handle("examine", ({ path }) => respondTo((principal) => examineVideo(principal, path.id)))
)

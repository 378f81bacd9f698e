import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { respondTo } from "@media/wire/Respond"
import { itemHandlers } from "../../catalog/items/http.ts"
import { ImagesGroup } from "./contract.ts"
import { imageReads } from "./queries.ts"
import { onThisDay } from "./onThisDay.ts"
import { timeline } from "./timeline.ts"
import { removeItem } from "../../library/trash/commands.ts"

export const ImagesLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(ImagesGroup), "images", (handlers) =>
  handleAll(handlers, itemHandlers({ ...imageReads, remove: removeItem }))
    .handle("timeline", ({ urlParams }) => respondTo((principal) => timeline(principal, urlParams)))
    .handle("onThisDay", ({ urlParams }) => respondTo((principal) => onThisDay(principal, urlParams)))
)

import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { PlaybackGroup } from "./contract.ts"
import { hlsStatus } from "./queries.ts"

export const PlaybackLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(PlaybackGroup),
  "playback",
  (handlers) =>
    handlers.handle("hlsStatus", ({ path, urlParams }) =>
      respondTo((principal) => hlsStatus(principal, path.id, urlParams))
    )
)

import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { labelSubtitles, removeSubtitles } from "./commands.ts"
import { SubtitlesAdminGroup, SubtitlesGroup } from "./contract.ts"
import { listSubtitles } from "../../media/videos/subtitleTracks.ts"
import { cuesResponse } from "./queries.ts"
import { searchTranscripts } from "./transcripts.ts"

export const SubtitlesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SubtitlesGroup),
  "subtitles",
  (handlers) =>
    handlers
      .handle("list", Serve.get(listSubtitles))
      .handleRaw("cues", ({ path }) =>
        respondTo((principal) => cuesResponse(principal, path.id, path.trackId))
      )
      .handle("transcripts", ({ urlParams }) =>
        respondTo((principal) => searchTranscripts(principal, urlParams))
      )
)

export const SubtitlesAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SubtitlesAdminGroup),
  "subtitlesAdmin",
  (handlers) =>
    handlers
      .handle("label", ({ path, payload }) =>
        respondTo((principal) => labelSubtitles(principal, path.id, path.trackId, payload))
      )
      .handle("remove", ({ path }) =>
        respondTo((principal) => removeSubtitles(principal, path.id, path.trackId))
      )
)

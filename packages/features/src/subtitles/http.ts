import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { labelSubtitles, removeSubtitles } from "./commands.ts"
import { SubtitlesAdminGroup, SubtitlesGroup } from "./contract.ts"
import { cuesAsWire, listSubtitles } from "./queries.ts"
import { searchTranscripts } from "./transcripts.ts"

export const SubtitlesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SubtitlesGroup),
  "subtitles",
  (handlers) =>
    handlers
      .handle("list", ({ path }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => listSubtitles(principal, path.id)))
      )
      .handle("cues", ({ path }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => cuesAsWire(principal, path.id, path.trackId)))
      )
      .handle("transcripts", ({ urlParams }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => searchTranscripts(principal, urlParams)))
      )
)

export const SubtitlesAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SubtitlesAdminGroup),
  "subtitlesAdmin",
  (handlers) =>
    handlers
      .handle("label", ({ path, payload }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) =>
            labelSubtitles(principal, path.id, path.trackId, payload)
          )
        )
      )
      .handle("remove", ({ path }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) => removeSubtitles(principal, path.id, path.trackId))
        )
      )
)

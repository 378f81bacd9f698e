import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import * as Serve from "@media/wire/Serve"
import { LyricsGroup } from "./contract.ts"
import { lyricsOf } from "./queries.ts"

export const LyricsLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(LyricsGroup), "lyrics", (handlers) =>
  handlers.handle("get", Serve.get(lyricsOf))
)

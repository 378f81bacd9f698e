import { serveFile } from "@media/http/bytes/ServeFile"
import type { RawRoute } from "@media/http/RawRoute"
import * as Effect from "effect/Effect"
import { SystemInfo } from "./SystemInfo.ts"

export const changelogRoute: RawRoute<SystemInfo> = {
  method: "GET",
  path: "/api/changelog",
  access: "session",
  body: "none",
  summary: "The changelog file as it is",
  contentType: "text/plain",
  handle: ({ request, response }) =>
    Effect.flatMap(SystemInfo, ({ changelogPath }) =>
      serveFile(
        { path: changelogPath, contentType: "text/plain; charset=utf-8", cacheControl: "private, no-cache" },
        request,
        response
      )
    )
}

import { serveFile } from "@media/wire/bytes/ServeFile"
import { RawFailure, type RawRoute } from "@media/wire/RawRoute"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { contentTypeOf } from "./directPlay.ts"
import { sourceFor } from "./source.ts"

const byExtension: Readonly<Record<string, string>> = {
  mp4: "mp4",
  m4v: "mp4",
  mov: "mov",
  mkv: "mkv",
  webm: "webm",
  avi: "avi",
  ts: "ts",
  m2ts: "ts",
  mts: "ts",
  mpg: "mpeg",
  mpeg: "mpeg",
  flv: "flv",
  wmv: "wmv",
  ogv: "ogg",
  "3gp": "3gp"
}

const containerOf = (fileName: string): string | null =>
  byExtension[/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ""] ?? null

/** The original bytes: no transcoding, no cache. What it is comes from the probe, or from the name before that. */
export const sourceRoute: RawRoute<SqlClient | QueryCache> = {
  method: "GET",
  path: "/api/video-stream/:id/source",
  access: "session",
  summary: "Original file bytes, with ranges",
  contentType: "video/*",
  handle: ({ params, request, response, principal }) =>
    Effect.gen(function* () {
      const found = yield* Effect.orDie(sourceFor(principal, params["id"] ?? ""))
      if (Option.isNone(found)) return yield* new RawFailure({ status: 404, text: "There is no such video." })
      const { file, label, probe, root } = found.value
      const container = Option.match(probe, {
        onNone: () => containerOf(label),
        onSome: (facts) => facts.container
      })
      // A video opened as a page of its own must not act as a page of ours.
      response.setHeader("Content-Security-Policy", "sandbox; default-src 'none'; media-src 'self'")
      yield* serveFile(
        {
          path: file,
          root: root.path,
          contentType: contentTypeOf(container),
          cacheControl: "private, max-age=0, must-revalidate",
          isRepeated: true
        },
        request,
        response
      )
    })
}

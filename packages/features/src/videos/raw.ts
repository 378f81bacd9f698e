import { serveFile } from "@media/http/bytes/ServeFile"
import { RawFailure, type RawRoute } from "@media/http/RawRoute"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { contentTypeOf, contentTypeOfName } from "./directPlay.ts"
import { videoKind } from "./kind.ts"
import { sourceFor } from "./source.ts"

/** The original bytes: no transcoding, no cache. What it is comes from the probe, or from the name before that. */
export const sourceRoute: RawRoute<SqlClient | QueryCache> = {
  method: "GET",
  path: videoKind.paths.bytes,
  access: "session",
  body: "none",
  summary: "Original file bytes, with ranges",
  contentType: "video/*",
  handle: ({ params, request, response, principal }) =>
    Effect.gen(function* () {
      const found = yield* Effect.orDie(sourceFor(principal, params["id"] ?? ""))
      if (Option.isNone(found)) return yield* new RawFailure({ status: 404, text: "There is no such video." })
      const { file, label, probe, root } = found.value
      const contentType = Option.match(probe, {
        onNone: () => contentTypeOfName(label),
        onSome: (facts) => contentTypeOf(facts.container)
      })
      // A video opened as a page of its own must not act as a page of ours.
      response.setHeader("Content-Security-Policy", "sandbox; default-src 'none'; media-src 'self'")
      yield* serveFile(
        {
          path: file,
          root: root.path,
          contentType,
          cacheControl: "private, max-age=0, must-revalidate",
          reuseDescriptor: true
        },
        request,
        response
      )
    })
}

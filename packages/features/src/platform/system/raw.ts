import { serveFile } from "@media/http/bytes/ServeFile"
import { RawFailure, type RawRoute } from "@media/http/RawRoute"
import * as Effect from "effect/Effect"
import { stat } from "node:fs/promises"
import { SystemInfo } from "./SystemInfo.ts"

/**
 * Maximum size of the changelog in bytes, because the page loads the whole file. The application's changelog has 20 KB.
 */
const maxChangelogBytes = 4 * 1024 ** 2

const mustBeReadable = (path: string) =>
  Effect.tryPromise(() => stat(path)).pipe(
    Effect.mapError(() => new RawFailure({ status: 404, text: "This installation has no changelog file." })),
    Effect.filterOrFail(
      (found) => found.isFile() && found.size <= maxChangelogBytes,
      () => new RawFailure({ status: 404, text: "The changelog is not a file, or is larger than 4 MB." })
    )
  )

export const changelogRoute: RawRoute<SystemInfo> = {
  method: "GET",
  path: "/api/changelog",
  access: "session",
  body: "none",
  summary: "The unmodified changelog file",
  contentType: "text/plain",
  handle: ({ request, response }) =>
    Effect.flatMap(SystemInfo, ({ changelogPath }) =>
      Effect.zipRight(
        mustBeReadable(changelogPath),
        serveFile(
          {
            path: changelogPath,
            contentType: "text/plain; charset=utf-8",
            cacheControl: "private, no-cache"
          },
          request,
          response
        )
      )
    )
}

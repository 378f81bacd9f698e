import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import * as Effect from "effect/Effect"

/**
 * Returns lines for the terminal about the ffmpeg and ffprobe in use. Without these tools, the library still opens and
 * plays original files.
 */
export const describeMediaTools: Effect.Effect<ReadonlyArray<string>> = Effect.gen(function* () {
  const binaries = yield* MediaBinaries
  return yield* Effect.forEach(
    ["ffmpeg", "ffprobe"] as const,
    (tool) =>
      binaries[tool].pipe(
        Effect.match({
          onSuccess: ({ path, version, warning }) =>
            `Using ${tool} ${version} (${path})${warning ? `\n  ${warning}` : ""}`,
          onFailure: (error) => `${tool} is not available: ${error.message}`
        })
      ),
    { concurrency: 2 }
  )
}).pipe(
  Effect.provide(MediaBinaries.layer),
  Effect.catchAll((error) => Effect.succeed([`ffmpeg is not available: ${String(error)}`]))
)

import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import * as Effect from "effect/Effect"

/**
 * Returns terminal lines that describe the ffmpeg and ffprobe in use. If they are missing, the product still starts and
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

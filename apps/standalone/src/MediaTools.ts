import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import * as Effect from "effect/Effect"

/**
 * Lines that name the ffmpeg and ffprobe in use, for the terminal. Without one of them the library still opens and plays
 * originals.
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
          onFailure: (error) => `No ${tool}: ${error.message}`
        })
      ),
    { concurrency: 2 }
  )
}).pipe(
  Effect.provide(MediaBinaries.layer),
  Effect.catchAll((error) => Effect.succeed([`No ffmpeg: ${String(error)}`]))
)

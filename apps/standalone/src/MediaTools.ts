import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import * as Effect from "effect/Effect"
import { print } from "./Output.ts"

/** Reports which ffmpeg and ffprobe will be used. Without them, the library still opens and plays originals. */
export const describeMediaTools: Effect.Effect<void> = Effect.gen(function* () {
  const binaries = yield* MediaBinaries
  for (const tool of ["ffmpeg", "ffprobe"] as const) {
    yield* binaries[tool].pipe(
      Effect.match({
        onSuccess: ({ path, version, warning }) =>
          print(`Using ${tool} ${version} (${path})${warning ? `\n  ${warning}` : ""}`),
        onFailure: (error) => print(`No ${tool}: ${error.message}`)
      })
    )
  }
}).pipe(
  Effect.provide(MediaBinaries.layer),
  Effect.catchAll((error) => Effect.sync(() => print(`No ffmpeg: ${String(error)}`)))
)

import * as Effect from "effect/Effect"
import { playableVideos } from "../videos/backlog.ts"
import { previewOf } from "./queue.ts"

/** Every video that can be played; a job whose cache is fresh ends at once. */
export const videosToPreview = Effect.map(playableVideos, (videos) =>
  videos.map(({ id, path }) => previewOf(id, path, "manual", false))
)

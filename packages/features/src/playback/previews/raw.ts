import type { SqlClient } from "@effect/sql/SqlClient"
import type { RawRoute } from "@media/http/RawRoute"
import type { PreviewStore } from "@media/pictures/PreviewStore"
import { videoKind } from "../../media/videos/kind.ts"
import { serveClip } from "./serve.ts"

/** The sheets and their WebVTT are among the files below `/hls/`, see `playback/raw.ts`. */
export const clipRoute: RawRoute<SqlClient | PreviewStore> = {
  method: "GET",
  path: `${videoKind.paths.list}/:id/preview`,
  access: "session",
  body: "none",
  summary: "A few silent seconds from all over the video, MP4, with ranges",
  contentType: "video/mp4",
  handle: serveClip
}

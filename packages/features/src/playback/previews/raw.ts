import type { SqlClient } from "@effect/sql/SqlClient"
import type { RawRoute } from "@media/http/RawRoute"
import type { PreviewStore } from "@media/pictures/PreviewStore"
import { videoKind } from "../../media/videos/kind.ts"
import { serveClip } from "./serve.ts"

/** Sends the clip of a video. Sheets and their WebVTT files are below `/hls/`: see `streaming/raw.ts`. */
export const clipRoute: RawRoute<SqlClient | PreviewStore> = {
  method: "GET",
  path: `${videoKind.paths.list}/:id/preview`,
  access: "session",
  body: "none",
  summary: "Returns a few silent seconds from the whole video as MP4. Supports ranges",
  contentType: "video/mp4",
  handle: serveClip
}

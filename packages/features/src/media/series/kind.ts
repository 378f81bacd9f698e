import { mediaKind } from "../../MediaKind.ts"
import { titleOf } from "../../catalog/items/title.ts"
import { isWatchedBy } from "./episodeCounts.ts"

/** A series groups seasons. It is neither a file nor a folder. */
export const seriesKind = mediaKind({
  kind: "series",
  contents: "videos",
  paths: { list: "/api/video/series", bytes: "/api/video/series/:id/source" },
  extensions: {},
  titleOf,
  isProbed: false,
  groups: ["season"],
  isWatchedBy: (caller) => isWatchedBy("series", caller)
})

/** A season groups the episodes with one season number. The season folder only provides the number. */
export const seasonKind = mediaKind({
  kind: "season",
  contents: "videos",
  paths: { list: "/api/video/seasons", bytes: "/api/video/seasons/:id/source" },
  extensions: {},
  titleOf,
  isProbed: false,
  groups: ["video"],
  isWatchedBy: (caller) => isWatchedBy("season", caller)
})

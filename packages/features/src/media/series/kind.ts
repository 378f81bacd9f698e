import { mediaKind } from "../../MediaKind.ts"
import { titleOf } from "../../catalog/items/title.ts"

/** Seasons that belong together. A series is no file and no folder. */
export const seriesKind = mediaKind({
  kind: "series",
  contents: "videos",
  paths: { list: "/api/video/series", bytes: "/api/video/series/:id/source" },
  extensions: {},
  titleOf,
  isProbed: false,
  groups: ["season"]
})

/** Episodes of one number of season. The folder of a season only tells the number. */
export const seasonKind = mediaKind({
  kind: "season",
  contents: "videos",
  paths: { list: "/api/video/seasons", bytes: "/api/video/seasons/:id/source" },
  extensions: {},
  titleOf,
  isProbed: false,
  groups: ["video"]
})

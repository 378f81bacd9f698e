import { mediaKind } from "../../MediaKind.ts"
import { titleOf } from "../../catalog/items/title.ts"

/** Tracks grouped by their tags. An album is neither a file nor a folder. */
export const albumKind = mediaKind({
  kind: "album",
  contents: "audio",
  paths: { list: "/api/audio-libraries", bytes: "/api/audio-libraries/:id/source" },
  extensions: {},
  titleOf,
  isProbed: false,
  groups: ["track"]
})

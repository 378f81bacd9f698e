import { defineMessages } from "@/lib/messages"

export const previewMessages = defineMessages("libraries.preview", {
  becomes: "{before} → {after}",
  changedFiles: "Videos that would change",
  changes: "No videos would change | {count} video would change | {count} videos would change",
  checking: "Checking what would change…",
  episode: "Episode",
  episodes: "Episodes",
  extra: "Extra",
  extras: "Extras",
  failed: "Couldn’t check what would change",
  more: "{count} more",
  movie: "Movie",
  movies: "Movies",
  number: "{name}: {before} → {after}",
  part: "Part",
  parts: "Parts",
  version: "Version",
  versions: "Versions",
  video: "Video",
  videos: "Other videos"
})

import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("naming", {
  about:
    "Paste a list of the files in a folder to see which series and movies they would become. No files are read or written.",
  attachedextra: "extra",
  attachedpart: "part",
  attachedversion: "version",
  check: "Check names",
  copied: "Report copied",
  copy: "Copy as report",
  copyFailed: "The report could not be copied",
  count: "{count} video | {count} videos",
  failed: "The names could not be checked",
  folder: "Library folder",
  folderHelp: "The names of its parent folders are ignored.",
  ignored: "Ignored",
  mixed: "Movies and series",
  movies: "Movies",
  noPaths: "This text contains no video files.",
  only: "Treat videos as",
  onlyMovies: "Movies only",
  onlySeries: "Series only",
  onlyVideos: "Other videos",
  paste: "Files",
  pasteHelp: "The output of find, tree or ls -R, or one path per line.",
  season: "Season {number}",
  specials: "Specials",
  unsure: "{percent}% confident",
  videos: "Other videos"
})

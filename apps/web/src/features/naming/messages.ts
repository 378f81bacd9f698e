import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("naming", {
  about:
    "Paste the files of a folder to see which series and movies they would become. Nothing is read from or written to a disk.",
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
  folderHelp: "Names of folders above it are not read.",
  ignored: "Ignored",
  mixed: "Movies and series",
  movies: "Movies",
  noPaths: "There is no video in this text.",
  only: "Videos in this library are",
  onlyMovies: "Movies only",
  onlySeries: "Series only",
  onlyVideos: "Neither",
  paste: "Files",
  pasteHelp: "The output of find, tree or ls -R, or one path per line.",
  season: "Season {number}",
  specials: "Specials",
  unsure: "{percent} % sure",
  videos: "Other videos"
})

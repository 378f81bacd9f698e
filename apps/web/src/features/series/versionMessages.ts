import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("works.versions", {
  title: "Versions",
  versions: "{count} version | {count} versions",
  version: "Version {number}",
  manage: "Manage versions…",
  textMovie:
    "Lists show the main version. Ratings, progress and the watched status belong to the whole movie.",
  textEpisode:
    "Lists show the main version. Ratings, progress and the watched status belong to the whole episode.",
  main: "Main version",
  makeMain: "Make main",
  makeMainLabel: "Make {version} the main version",
  separate: "Separate",
  separateLabel: "Separate {version}",
  madeMain: "Main version changed",
  separatedMovie: "This version is now a separate movie.",
  separatedEpisode: "This version is now a separate episode.",
  failed: "Couldn’t change the versions"
})

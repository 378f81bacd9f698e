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
  separatedMovie: "Separated. This version is now a movie of its own.",
  separatedEpisode: "Separated. This version is now an episode of its own.",
  failed: "Couldn’t change the versions"
})

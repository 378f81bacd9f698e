import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("movie.versions", {
  title: "Versions",
  text: "The main version represents the movie in lists. Ratings, progress and the watched mark stay with the movie.",
  main: "Main version",
  makeMain: "Make main",
  makeMainLabel: "Make {version} the main version",
  separate: "Separate",
  separateLabel: "Separate {version} from this movie",
  madeMain: "Main version changed",
  separated: "Separated. This version is now a movie of its own.",
  failed: "Couldn’t change the versions"
})

import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("classification", {
  byHand: "An administrator set this manually. File names no longer change it.",
  cancel: "Cancel",
  enterSeries: "Enter the title of the series.",
  episode: "Episode",
  episodeRole: "Episode",
  lastEpisode: "Last episode",
  loadFailed: "The classification could not be loaded",
  movie: "Movie",
  noProof: "The file name does not indicate a movie or an episode.",
  notSaved: "The classification was not saved",
  reset: "Use the file name",
  role: "This video is",
  save: "Save",
  saved: "Classification saved",
  season: "Season",
  series: "Series",
  title: "Title",
  titleHelp: "Leave empty to use the title in the file name",
  video: "Other video",
  whyEpisode: "Why is this an episode?",
  whyMovie: "Why is this a movie?",
  whyVideo: "Why is this neither a movie nor an episode?",
  year: "Year"
})

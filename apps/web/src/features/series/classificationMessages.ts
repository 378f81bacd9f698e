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
  whyEpisode: "Why an episode?",
  whyMovie: "Why a movie?",
  whyVideo: "Why neither movie nor episode?",
  year: "Year"
})

import { defineMessages } from "@/lib/messages"

/** Messages for the movie and episode pages. */
export const messages = defineMessages("works", {
  actions: "More actions",
  changeArtwork: "Backdrop and logo",
  changePicture: "Change picture",
  edit: "Edit",
  episode: "Episode",
  episodeCode: "{series} · {code}",
  extras: "Extras",
  fromBeginning: "Play from the beginning",
  history: "History",
  loadFailed: "Couldn’t load this page",
  markers: "Markers",
  moreOf: "More from {season}",
  movie: "Movie",
  next: "Next episode",
  notFound: "This page no longer exists",
  notFoundText: "It may have been removed, or it is in a library you cannot see.",
  play: "Play",
  previous: "Previous episode",
  remove: "Delete…",
  resume: "Resume · {left}",
  season: "Season {number}",
  segment: "Episode {number}",
  segments: "Episodes in this file",
  showDetails: "Technical details",
  specials: "Specials",
  whyEpisode: "Why is this an episode?",
  whyMovie: "Why is this a movie?"
})

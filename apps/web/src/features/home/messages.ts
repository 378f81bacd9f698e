import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("home", {
  addLibrary: "Add a library",
  afternoon: "Good afternoon",
  afternoonName: "Good afternoon, {name}",
  continueListening: "Continue listening",
  continueWatching: "Continue watching",
  couldNotBeLoaded: "Couldn’t load your libraries",
  emptyAdmin: "The libraries are empty. Scan them to find the files in their folders.",
  emptyMember: "The libraries you can see are empty.",
  emptyTitle: "Nothing here yet",
  evening: "Good evening",
  eveningName: "Good evening, {name}",
  favorites: "Favorite {many}",
  goToLibraries: "Go to libraries",
  homeCouldNotBeLoaded: "Couldn’t load this page",
  morning: "Good morning",
  morningName: "Good morning, {name}",
  night: "Good night",
  nightName: "Good night, {name}",
  noLibraryAdmin: "Add a folder with videos to get started.",
  noLibraryMember: "An administrator has not given you access to a library yet.",
  noLibraryTitle: "There is no library yet",
  processingText: "They appear here as soon as they are ready.",
  processingTitle: "Your files are being processed",
  recent: "Recently added in {library}",
  recentKind: "Recently added in {library}: {many}"
})

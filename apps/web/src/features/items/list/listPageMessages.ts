import { defineMessages } from "@/lib/messages"

/** Messages for list pages. They are in a separate file, because cards on other pages do not need them. */
export const messages = defineMessages("items.page", {
  couldNotBeLoaded: "Couldn’t load the {many}",
  countText: "{count} {name}",
  emptyAdmin: "Add a library, or scan an existing one. New {many} appear here.",
  emptyMember: "You don’t have access to any {many} yet. Ask an administrator for access to a library.",
  emptyTitle: "No {many} yet",
  goToLibraries: "Go to libraries",
  noMatch: "No {many} match your search and filters.",
  nonePlayed: "Nothing played yet",
  nonePlayedText: "Recently played items appear here.",
  noneRated: "Nothing rated yet",
  noneRatedText: "Items that you rate appear here.",
  processing: "Your {many} are being processed",
  processingText: "They appear here as soon as they are ready.",
  rangeFailed: "Couldn’t select this range",
  requestIt: "Request it",
  searchIn: "Search {many}",
  severalFields: "Several fields…",
  rangeTooLong: "This range is too long. Select all instead."
})

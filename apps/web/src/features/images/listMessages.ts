import { defineMessages } from "@/lib/messages"

/** Texts of the list and the timeline. */
export const messages = defineMessages("images.list", {
  albums: "Albums",
  allImages: "All",
  jumpTo: "Go to a month",
  loadFailed: "The timeline could not be loaded",
  noneText: "Photos appear here by the day they were taken, once a library holds some.",
  noneTitle: "No photos yet",
  rangeFailed: "Couldn’t select the photos in between",
  retry: "Try again",
  select: "Select {title}",
  timeline: "Timeline"
})

import { defineMessages } from "@/lib/messages"

/** Messages for the image list and the timeline. */
export const messages = defineMessages("images.list", {
  albums: "Albums",
  allImages: "All",
  goToLibraries: "Go to libraries",
  jumpTo: "Go to a month",
  loadFailed: "Couldn’t load the timeline",
  noneText: "When a library contains photos, they appear here, sorted by the day they were taken.",
  noneTitle: "No photos yet",
  processingText: "Each photo appears here by the day it was taken, as soon as its date is known.",
  processingTitle: "Your photos are being processed",
  rangeFailed: "Couldn’t select the photos in between",
  retry: "Try again",
  timeline: "Timeline"
})

import { defineMessages } from "@/lib/messages"

export const stateMessages = defineMessages("itemState", {
  favoriteFailed: "Your favorites were not changed. {reason}",
  playedFailed: "The played status was not saved. {reason}",
  watchedFailed: "The watched status was not saved. {reason}",
  readFailed: "The read status was not saved. {reason}",
  positionFailed: "Your position was not restored. {reason}",
  ratingFailed: "Your rating was not saved. {reason}",
  forgetFailed: "Couldn’t remove this from Continue. {reason}"
})

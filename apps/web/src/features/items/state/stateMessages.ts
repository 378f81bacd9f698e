import { defineMessages } from "@/lib/messages"

export const stateMessages = defineMessages("itemState", {
  favoriteFailed: "Your favorite was not saved. {reason}",
  playedFailed: "Played was not saved. {reason}",
  watchedFailed: "Watched was not saved. {reason}",
  readFailed: "Read was not saved. {reason}",
  ratingFailed: "Your rating was not saved. {reason}",
  forgetFailed: "This is still in Continue. {reason}"
})

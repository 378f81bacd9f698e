import { defineMessages } from "@/lib/messages"

export const stateMessages = defineMessages("itemState", {
  favoriteFailed: "Your favorite was not saved. {reason}",
  playedFailed: "Played was not saved. {reason}",
  watchedFailed: "Watched was not saved. {reason}",
  readFailed: "Read was not saved. {reason}",
  ratingFailed: "Your rating was not saved. {reason}",
  favorite: "Added to favorites",
  unfavorite: "Removed from favorites",
  played: "Marked as played",
  unplayed: "Marked as unplayed",
  read: "Marked as read",
  unread: "Marked as unread",
  watched: "Marked as watched",
  unwatched: "Marked as unwatched",
  rated: "Rating saved",
  unrated: "Rating removed",
  forgetFailed: "This is still in Continue. {reason}"
})

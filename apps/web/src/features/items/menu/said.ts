import { defineMessages } from "@/lib/messages"

/** The texts of the messages after a saved change. They load with the first such message. */
export const savedWords = defineMessages("itemState.saved", {
  undo: "Undo",
  favorite: "Added to favorites",
  unfavorite: "Removed from favorites",
  played: "Marked as played",
  unplayed: "Marked as unplayed",
  read: "Marked as read",
  unread: "Marked as unread",
  watched: "Marked as watched",
  unwatched: "Marked as unwatched",
  rated: "Rating saved",
  unrated: "Rating removed"
})
export type SavedWord = keyof typeof savedWords.texts

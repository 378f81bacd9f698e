import { defineMessages } from "@/lib/messages"

/** Messages that confirm a saved change. These messages load when the first message is shown. */
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

import { defineMessages } from "@/lib/messages"

/** What a message says after a change was saved. Loaded with the first one. */
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

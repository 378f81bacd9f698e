import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("card", {
  isFavorite: "Favorite",
  isPlayed: "Played",
  isRead: "Read",
  isWatched: "Watched",
  more: "Actions for {title}",
  play: "Play",
  select: "Select {title}",
  unwatched: "{count} unwatched"
})

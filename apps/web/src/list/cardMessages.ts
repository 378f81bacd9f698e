import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("card", {
  isFavorite: "Favorite",
  isWatched: "Watched",
  more: "More for {title}",
  play: "Play",
  select: "Select {title}"
})

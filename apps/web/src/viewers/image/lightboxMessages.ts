import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("viewers.image", {
  download: "Download the original",
  favorite: "Add to favorites",
  listPosition: "{at} of {total}",
  rating: "Your rating",
  remove: "Delete this photo…",
  rotate: "Rotate the view",
  strip: "Nearby photos",
  unfavorite: "Remove from favorites"
})

import { defineMessages } from "@/lib/messages"

/** Texts of album lists and menus. The first page loads them, so all other texts are in another file. */
export const messages = defineMessages("albums.list", {
  goTo: "Go to {name}",
  tracks: "{count} track | {count} tracks"
})

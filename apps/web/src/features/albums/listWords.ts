import { defineMessages } from "@/lib/messages"

/**
 * Messages for album lists and menus. These messages load with the first page, so all other messages about albums are
 * in a separate file.
 */
export const messages = defineMessages("albums.list", {
  goTo: "Go to {name}",
  tracks: "{count} track | {count} tracks"
})

import { defineMessages } from "@/lib/messages"

/** What lists and menus of albums say: the first page has them, so all other words are elsewhere. */
export const messages = defineMessages("albums.list", {
  goTo: "Go to {name}",
  tracks: "{count} track | {count} tracks"
})

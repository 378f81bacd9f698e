import { defineMessages } from "@/lib/messages"

/** The router needs this title, so it is loaded with every page. */
export const artistMessages = defineMessages("albums.artists", { one: "Artist", title: "Artists" })

import { defineMessages } from "@/lib/messages"

/** Titles that the router needs, which therefore load with every page. */
export const artistMessages = defineMessages("albums.artists", { one: "Artist", title: "Artists" })

import { defineMessages } from "@/lib/messages"

/** Titles that the router needs. They are separate from the other messages, because they load with every page. */
export const artistMessages = defineMessages("albums.artists", { one: "Artist", title: "Artists" })

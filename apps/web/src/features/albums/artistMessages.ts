import { defineMessages } from "@/lib/messages"

/** What the router says of artists: loaded with every page. */
export const artistMessages = defineMessages("albums.artists", { title: "Artists" })

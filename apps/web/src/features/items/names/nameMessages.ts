import { defineMessages } from "@/lib/messages"

/** Messages for the lists of artists, authors and series. */
export const messages = defineMessages("items.names", {
  name: "Name",
  noMatch: "Nothing matches your search and filters.",
  words: "Search"
})

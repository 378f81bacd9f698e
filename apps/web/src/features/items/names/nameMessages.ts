import { defineMessages } from "@/lib/messages"

/** Texts of the lists of artists, authors and series. */
export const messages = defineMessages("items.names", {
  name: "Name",
  noMatch: "Nothing here matches.",
  words: "Words"
})

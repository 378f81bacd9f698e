import { defineMessages } from "@/lib/messages"

/** Of lists of names: artists, authors, series. */
export const messages = defineMessages("items.names", {
  name: "Name",
  noMatch: "Nothing here matches.",
  words: "Words"
})

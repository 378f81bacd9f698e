import { defineMessages } from "@/lib/messages"

/** Of lists of names: artists, authors, series. */
export const messages = defineMessages("items.names", {
  name: "Name",
  noMatch: "No name here has these words.",
  words: "Words"
})

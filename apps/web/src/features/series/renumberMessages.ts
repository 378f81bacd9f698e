import { defineMessages } from "@/lib/messages"

/** Messages for the dialog that renumbers episodes. */
export const messages = defineMessages("renumber", {
  all: "Select all",
  cancel: "Cancel",
  episodes: "Episodes",
  explanation: "The selected episodes get consecutive numbers in this order. Files are not renamed.",
  first: "First episode number",
  loadFailed: "Couldn’t load the episodes",
  notSaved: "Couldn’t renumber the episodes",
  saved: "{count} episode renumbered | {count} episodes renumbered",
  save: "Renumber",
  season: "Season",
  title: "Renumber episodes",
  unnumbered: "No number",
  wholeNumber: "Enter a whole number."
})

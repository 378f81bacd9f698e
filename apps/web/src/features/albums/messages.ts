import { defineMessages } from "@/lib/messages"

/** Of albums beside what all items say. */
export const messages = defineMessages("albums", {
  couldNotBeLoaded: "Couldn’t load the tracks",
  disc: "Disc {disc}",
  empty: "No tracks to show in this album.",
  play: "Play album",
  tracksTab: "Tracks"
})

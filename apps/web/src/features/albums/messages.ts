import { defineMessages } from "@/lib/messages"

/** Of albums beside what all items say. */
export const messages = defineMessages("albums", {
  couldNotBeLoaded: "The tracks could not be loaded",
  disc: "Disc {disc}",
  empty: "There is nothing in this album that you may see.",
  play: "Play album",
  tracksTab: "Tracks"
})

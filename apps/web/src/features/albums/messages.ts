import { defineMessages } from "@/lib/messages"

/** Texts that only albums need. */
export const messages = defineMessages("albums", {
  couldNotBeLoaded: "Couldn’t load the tracks",
  disc: "Disc {disc}",
  empty: "No tracks to show in this album.",
  play: "Play album",
  shuffle: "Shuffle",
  tracksTab: "Tracks"
})

import { defineMessages } from "@/lib/messages"

/** Texts about albums that items of other kinds do not have. */
export const messages = defineMessages("albums", {
  couldNotBeLoaded: "Couldn’t load the tracks",
  disc: "Disc {disc}",
  empty: "No tracks to show in this album.",
  play: "Play album",
  shuffle: "Shuffle",
  tracksTab: "Tracks"
})

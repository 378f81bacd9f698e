import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("albums", {
  couldNotBeLoaded: "Couldn’t load the tracks",
  disc: "Disc {disc}",
  empty: "Tracks that the server finds for this album appear here.",
  emptyTitle: "No tracks in this album",
  play: "Play album",
  shuffle: "Shuffle",
  tracksTab: "Tracks"
})

import { defineMessages } from "@/lib/messages"

/** What lists and menus of tracks say: the first page has them, so all other words are elsewhere. */
export const messages = defineMessages("audio.list", {
  album: "Album",
  artist: "Artist",
  duration: "Duration",
  goToAlbum: "Go to album",
  goToArtist: "Go to artist",
  goToNamed: "Go to {name}"
})

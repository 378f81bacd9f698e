import { defineMessages } from "@/lib/messages"

/** Texts of track lists and menus. The first page loads them, so all other texts are in another file. */
export const messages = defineMessages("audio.list", {
  album: "Album",
  artist: "Artist",
  duration: "Duration",
  goToAlbum: "Go to album",
  goToArtist: "Go to artist",
  goToNamed: "Go to {name}"
})

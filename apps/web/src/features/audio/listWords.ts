import { defineMessages } from "@/lib/messages"

/**
 * Messages for track lists and menus. These messages load with the first page, so all other messages about tracks are
 * in a separate file.
 */
export const messages = defineMessages("audio.list", {
  album: "Album",
  artist: "Artist",
  duration: "Duration",
  goToAlbum: "Go to album",
  goToArtist: "Go to artist",
  goToNamed: "Go to {name}"
})

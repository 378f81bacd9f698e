import { defineMessages } from "@/lib/messages"

/** Of pages about music, beside what its lists say: cards of tracks are shown at home, these are not. */
export const messages = defineMessages("audio.parts", {
  addMarker: "Add marker",
  allAlbums: "Albums",
  allArtists: "Artists",
  allTracks: "Tracks",
  chapterNumber: "Chapter {number}",
  editMarker: "Edit {title}",
  favorite: "Favorite",
  marker: "Marker",
  music: "Music",
  places: "Chapters and markers",
  playFrom: "Play {title}, from {time}",
  playTrack: "Play {title}"
})

import { defineMessages } from "@/lib/messages"

/**
 * Messages for pages about music. The messages for lists are in a separate module, because the home page needs only
 * those.
 */
export const messages = defineMessages("audio.parts", {
  addMarker: "Add marker",
  allAlbums: "Albums",
  allArtists: "Artists",
  allTracks: "Tracks",
  chapterNumber: "Chapter {number}",
  chaptersAndMarkers: "Chapters and markers",
  editMarker: "Edit {title}",
  favorite: "Favorite",
  marker: "Marker",
  music: "Music",
  playFrom: "Play {title}, from {time}",
  playTrack: "Play {title}"
})

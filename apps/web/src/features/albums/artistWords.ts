import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("albums.artistPages", {
  albumCount: "{count} album | {count} albums",
  allArtists: "All artists",
  appearsOn: "Appears on",
  artistCount: "{count} artist | {count} artists",
  artistFailed: "The artist could not be loaded",
  artistsFailed: "The artists could not be loaded",
  emptyArtist: "Nothing by this artist in your libraries.",
  noArtists: "No artists yet",
  noArtistsText: "They come from the tags of your music.",
  onlyAlbumArtists: "Album artists only",
  ownAlbums: "Albums",
  playAll: "Play all",
  showAllTracks: "View as a list",
  tracks: "Tracks"
})

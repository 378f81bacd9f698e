import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("albums.artistPages", {
  albumCount: "{count} album | {count} albums",
  allArtists: "All artists",
  appearsOn: "Appears on",
  artistCount: "{count} artist | {count} artists",
  artistFailed: "The artist could not be loaded",
  artistsFailed: "The artists could not be loaded",
  emptyArtist: "Your libraries contain nothing by this artist.",
  noArtists: "No artists yet",
  noArtistsText: "Artists are read from the tags of your music files.",
  onlyAlbumArtists: "Album artists only",
  ownAlbums: "Albums",
  playAll: "Play all",
  showAllTracks: "View as a list",
  tracks: "Tracks"
})

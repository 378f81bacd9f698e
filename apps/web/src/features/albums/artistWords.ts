import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("albums.artistPages", {
  albumCount: "{count} album | {count} albums",
  allArtists: "All artists",
  appearsOn: "Appears on",
  artistCount: "{count} artist | {count} artists",
  artistFailed: "Couldn’t load the artist",
  artistsFailed: "Couldn’t load the artists",
  emptyArtist: "Your libraries contain nothing by this artist.",
  noArtists: "No artists yet",
  noArtistsText: "Artists are read from the tags of your music files.",
  onlyAlbumArtists: "Album artists only",
  ownAlbums: "Albums",
  playAll: "Play all",
  showAllTracks: "View as a list",
  tracks: "Tracks"
})

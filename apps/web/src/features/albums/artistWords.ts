import { defineMessages } from "@/lib/messages"

/** Of the pages of artists. */
export const messages = defineMessages("albums.artistPages", {
  albumCount: "{count} album | {count} albums",
  allArtists: "All artists",
  appearsOn: "Appears on",
  artistCount: "{count} artist | {count} artists",
  artistFailed: "The artist could not be loaded",
  artistsFailed: "The artists could not be loaded",
  emptyArtist: "Nothing of this artist that you may see.",
  noArtists: "No artists yet",
  noArtistsText: "They come from the tags of your music.",
  onlyAlbumArtists: "With albums of their own",
  ownAlbums: "Albums",
  playAll: "Play all",
  showAllTracks: "All tracks in a list",
  tracks: "Tracks"
})

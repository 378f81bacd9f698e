import { defineMessages } from "@/lib/messages"

/** Of the pages of artists. */
export const messages = defineMessages("albums.artistPages", {
  albumCount: "{count} album | {count} albums",
  appearsOn: "Appears on",
  artistFailed: "The artist could not be loaded",
  artistsFailed: "The artists could not be loaded",
  emptyArtist: "Nothing of this artist that you may see.",
  findArtist: "Find by name",
  noArtists: "No artists yet",
  noArtistsText: "They come from the tags of your music.",
  onlyAlbumArtists: "With albums of their own",
  ownAlbums: "Albums",
  playAll: "Play all",
  showAllTracks: "All tracks in a list",
  showMore: "Show more"
})

import { defineMessages } from "@/lib/messages"

/** Of albums beside what all items say. */
export const messages = defineMessages("albums", {
  albumCount: "{count} album | {count} albums",
  appearsOn: "Appears on",
  artistFailed: "The artist could not be loaded",
  artistsFailed: "The artists could not be loaded",
  couldNotBeLoaded: "The tracks could not be loaded",
  disc: "Disc {disc}",
  empty: "There is nothing in this album that you may see.",
  emptyArtist: "Nothing of this artist that you may see.",
  findArtist: "Find by name",
  goTo: "Go to {name}",
  noArtists: "No artists yet",
  noArtistsText: "They come from the tags of your music.",
  onlyAlbumArtists: "With albums of their own",
  ownAlbums: "Albums",
  play: "Play album",
  playAll: "Play all",
  showAllTracks: "All tracks in a list",
  showMore: "Show more",
  tracks: "{count} track | {count} tracks",
  tracksTab: "Tracks"
})

import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("audio", {
  album: "Album",
  albumArtist: "Album artist",
  artist: "Artist",
  bitRate: "Bit rate",
  channels: "Channels",
  codec: "Codec",
  container: "Container",
  disc: "Disc",
  duration: "Duration",
  gain: "ReplayGain",
  gainText: "{gain} dB",
  genre: "Genre",
  lyrics: "Lyrics",
  lyricsInFile: "In the file",
  notPlayed: "This browser does not play {codec}, or the file cannot be reached.",
  sampleRate: "Sample rate",
  track: "Track"
})

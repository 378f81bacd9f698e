import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("audio", {
  addToQueue: "Add to queue",
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
  cutShort:
    "Only the first {playable} of {claimed} can be played. The rest of the file is missing or damaged.",
  lyrics: "Lyrics",
  lyricsInFile: "In the file",
  pause: "Pause",
  goToAlbum: "Go to album",
  play: "Play",
  playCount: "Played",
  playCountText: "once | {count} times",
  playedAt: "Last played",
  playNext: "Play next",
  sampleRate: "Sample rate",
  track: "Track"
})

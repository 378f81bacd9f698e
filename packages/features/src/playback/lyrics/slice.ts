import { defineSlice } from "../../defineSlice.ts"
import { LyricsGroup } from "./contract.ts"
import { LyricsLive } from "./http.ts"

export const lyricsSlice = defineSlice({
  name: "lyrics",
  about: "lyrics of tracks, with timestamps if available",
  stores: "nothing; lyrics are read from the track or from the .lrc file next to it, on request",
  groups: [[LyricsGroup, LyricsLive]],
  concepts: {
    answers: "parses lyrics, inside the reader process",
    guarded: "sends lyrics to the reader process for parsing",
    lrc: "parses LRC lyrics",
    read: "finds and reads the lyrics of a track",
    sylt: "reads synchronized lyrics from ID3 tags"
  }
})

import { defineSlice } from "../../defineSlice.ts"
import { LyricsGroup } from "./contract.ts"
import { LyricsLive } from "./http.ts"

export const lyricsSlice = defineSlice({
  name: "lyrics",
  about: "the words of tracks, with times where there are any",
  stores: "nothing: they are read from the track, or from the .lrc file next to it, on request",
  groups: [[LyricsGroup, LyricsLive]],
  concepts: {
    answers: "the guarded program's answers about words",
    guarded: "the question about words that the guarded program answers",
    lrc: "words with times, as text",
    read: "where the words of a track are found",
    sylt: "words with times, as ID3 has them"
  }
})

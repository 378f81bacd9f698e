import type { HlsTracks, StreamTrack } from "@media/features/playback/streaming/contract"
import { describe, expect, it } from "vitest"
import { audioEntries, playedAudio, streamUrl, subtitleEntries, withAudio, withSubtitle } from "./trackChoice"

const track = (index: number, changes: Partial<StreamTrack> = {}): StreamTrack => ({
  ...{ index, codec: "aac", language: null, title: null, channels: 2, isUsual: false, isForced: false },
  ...changes
})
const tracks: HlsTracks = {
  audio: [
    track(1, { language: "eng", channels: 6, isUsual: true }),
    track(2, { language: "ger", title: "Commentary" }),
    track(4, { channels: 1 })
  ],
  subtitles: [track(5, { language: "fre", isForced: true, channels: null })]
}

describe("chosen tracks", () => {
  it("labels a track with its number if language and title are missing", () => {
    expect(audioEntries(tracks)).toEqual([
      { id: "1", label: "English", hint: "5.1" },
      { id: "2", label: "German, Commentary", hint: "Stereo" },
      { id: "4", label: "Track 3", hint: "Mono" }
    ])
    expect(subtitleEntries(tracks)).toEqual([
      { id: "off", label: "Off" },
      { id: "5", label: "French", hint: "Forced" }
    ])
  })

  it("adds chosen tracks to the URL unless they are the default tracks", () => {
    expect(streamUrl("/a/master.m3u8", {})).toBe("/a/master.m3u8")
    expect(streamUrl("/a/master.m3u8?access_token=x", { audio: 2, subtitle: 5 })).toBe(
      "/a/master.m3u8?access_token=x&audio=2&subtitle=5"
    )
    const german = withAudio(tracks, {}, 2)
    expect(german).toEqual({ audio: 2 })
    expect(playedAudio(tracks, german)?.index).toBe(2)
    expect(withAudio(tracks, german, 1)).toEqual({})
    expect(withSubtitle(german, "5")).toEqual({ audio: 2, subtitle: 5 })
    expect(withSubtitle({ subtitle: 5 }, "off")).toEqual({})
  })
})

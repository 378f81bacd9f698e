import { expect, it } from "vitest"
import { tagsOf } from "./tags.ts"
import { textTags } from "./events.ts"

it("reads the tags of a well-tagged track", () => {
  expect(
    tagsOf({
      title: "Song  Two",
      artist: "The Band",
      album: "Both Sides",
      album_artist: "Various Artists",
      disc: "2/3",
      track: "05/12",
      date: "1999-05-31",
      genre: "Folk",
      replaygain_track_gain: "-6.30 dB",
      replaygain_track_peak: "0.988",
      "lyrics-eng": "la la"
    })
  ).toMatchObject({
    title: "Song Two",
    artist: "The Band",
    album: "Both Sides",
    albumArtist: "Various Artists",
    discNumber: 2,
    trackNumber: 5,
    date: "1999-05-31",
    year: 1999,
    genre: "Folk",
    trackGain: -6.3,
    trackPeak: 0.988,
    albumGain: null,
    hasLyrics: true
  })
})

it.each(Object.entries(textTags))("reads the %s from each of its possible tag names", (name, { names }) => {
  for (const one of names)
    expect(tagsOf({ [one]: "Some  text; Some text" })).toHaveProperty(name, "Some text")
})

it("returns null for missing tags", () => {
  const { hasLyrics, isCompilation, ...rest } = tagsOf({})
  expect([hasLyrics, isCompilation]).toEqual([false, false])
  expect(new Set(Object.values(rest))).toEqual(new Set([null]))
})

it.each([
  ["2018-01-28T11:54:52.000000Z", "2018-01-28"],
  ["2018-02-30", "2018"],
  ["2018-05", "2018"],
  ["2018", "2018"],
  ["20180131", null],
  ["next year", null],
  ["0000", null]
])("parses the date %s as %s", (date, kept) => {
  expect(tagsOf({ date }).date).toBe(kept)
})

it("removes control characters from titles and leaves no lone surrogate after truncation", () => {
  expect(tagsOf({ title: "gpm.\u202eexe\u0007" }).title).toBe("gpm.exe")
  expect(tagsOf({ title: "x".repeat(499) + "🎵" }).title).toBe("x".repeat(499) + "\ufffd")
})

it.each([
  ["0", null],
  ["A1", null],
  ["-3", null],
  ["12345", null],
  ["007", 7],
  ["3/", 3],
  ["2;2", 2],
  ["3;5", 3],
  ["3/12;3/12", 3],
  ["3 of 12", 3],
  ["3rd", null]
])("parses the track number %s as %s", (track, number) => {
  expect(tagsOf({ track }).trackNumber).toBe(number)
})

it("converts Opus gains to ReplayGain and drops implausible values", () => {
  expect(tagsOf({ r128_track_gain: "-1280" }).trackGain).toBe(0)
  expect(tagsOf({ replaygain_track_gain: "1e9 dB", replaygain_track_peak: "0" })).toMatchObject({
    trackGain: null,
    trackPeak: null
  })
})

it("removes duplicate values from a tag", () => {
  expect(
    tagsOf({ artist: "A;B;A", album_artist: "Sigur Ros;Sigur Ros", genre: "Rock; Rock", album: "A; B" })
  ).toMatchObject({ artist: "A;B", albumArtist: "Sigur Ros", genre: "Rock", album: "A; B" })
})

import { expect, it } from "vitest"
import type { AudioTrack } from "@media/features/media/audio/contract"
import { bytesOf } from "./source"

const playback: AudioTrack["playback"] = {
  directUrl: "/direct",
  directType: 'audio/ogg; codecs="vorbis"',
  directPlayable: false,
  convertedUrl: "/converted",
  convertedType: "audio/mp4"
}
const of = (over: Partial<typeof playback>, canPlay: boolean, isRefused = false) =>
  bytesOf({ playback: { ...playback, ...over } }, () => canPlay, isRefused)

it("plays converted audio if the browser does not support the original file", () => {
  expect(of({ directPlayable: true }, false)).toBe("/direct")
  expect(of({}, true)).toBe("/direct")
  expect(of({}, false)).toBe("/converted")
  expect(of({ directType: null }, true)).toBe("/converted")
  expect(of({ directPlayable: true }, true, true)).toBe("/converted")
  // The server has not examined the file yet, so the browser decides whether it can play the file.
  expect(of({ convertedUrl: null }, false)).toBe("/direct")
})

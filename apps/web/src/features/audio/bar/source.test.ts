import { expect, it } from "vitest"
import { bytesOf } from "./source"

const playback = {
  directUrl: "/direct",
  directType: 'audio/ogg; codecs="vorbis"',
  directPlayable: false,
  convertedUrl: "/converted",
  convertedType: "audio/mp4"
}
const of = (
  over: Partial<Omit<typeof playback, "directType">> & { readonly directType?: string | null },
  canPlay: boolean,
  isRefused = false
) => bytesOf({ playback: { ...playback, ...over } as never }, () => canPlay, isRefused)

it("plays the file as it is where that is possible, else what it is converted to", () => {
  expect(of({ directPlayable: true }, false)).toBe("/direct")
  expect(of({}, true)).toBe("/direct")
  expect(of({}, false)).toBe("/converted")
  expect(of({ directType: null }, true)).toBe("/converted")
  expect(of({ directPlayable: true }, true, true)).toBe("/converted")
  // Not examined yet: the browser says what it thinks of it.
  expect(of({ convertedUrl: null as never }, false)).toBe("/direct")
})

import { expect, it } from "vitest"
import { trackKind } from "./kind.ts"

it.each([
  ["05 - Song.flac", "Song"],
  ["1-05 - Song.flac", "Song"],
  ["12. Song Two.mp3", "Song Two"],
  ["99 Luftballons.mp3", "99 Luftballons"],
  ["7.mp3", "7"],
  ["24 - .mp3", "24 -"],
  ["1999 - Prince.mp3", "1999 - Prince"],
  ["song_of_two.ogg", "song of two"]
])("derives the title of the file %s: %s", (name, title) => {
  expect(trackKind.titleOf(name)).toBe(title)
})

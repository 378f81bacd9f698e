import { expect, it } from "vitest"
import { beginsLikeSound } from "./soundSigns.ts"

it.each([
  ["ID3\x04", true],
  ["\xff\xfb\x90\x00", true],
  ["\xff\xf1\x50\x80", true],
  ["RIFF\0\0\0\0WAVEfmt ", true],
  ["RIFF\0\0\0\0AVI LIST", false],
  ["\0\0\0\x20ftypM4A ", true],
  ["MZ\x90\0", false],
  ["\xff\xd8\xff\xe0", false],
  ["PK\x03\x04", false],
  ["", false]
])("decides whether content that begins with %j is audio: %s", (head, isSound) => {
  expect(beginsLikeSound(Buffer.from(head, "latin1"))).toBe(isSound)
})

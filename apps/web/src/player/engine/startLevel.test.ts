import { expect, it } from "vitest"
import { firstLevel, levelAfterSeek, mayShowLargerCopy } from "./startLevel"

const encoded = [
  { bitrate: 500_000, height: 480, attrs: {} },
  { bitrate: 3_000_000, height: 720, attrs: {} }
]
const withCopy = [...encoded, { bitrate: 9_600_000, height: 1080, attrs: { "X-COPY": "YES" } }]

it("begins with the frames of the file, unless the network or the size of the player forbids it", () => {
  expect(firstLevel(encoded, 1)).toBe(0)
  expect(firstLevel(withCopy, 2)).toBe(2)
  expect(firstLevel(withCopy, 1)).toBe(0)
  expect(firstLevel(withCopy, 2, 5)).toBe(0)
  expect(firstLevel(withCopy, 2, 10)).toBe(2)
})

it("begins again at the lowest where a seek leads to what an encoder has to make", () => {
  expect(levelAfterSeek(encoded, 1, 0, 4_000_000)).toBe(0)
  expect(levelAfterSeek(encoded, 1, 0, 90_000_000)).toBeUndefined()
  expect(levelAfterSeek(encoded, 0, 0, 4_000_000)).toBeUndefined()
  expect(levelAfterSeek(withCopy, 2, 2, 4_000_000)).toBeUndefined()
})

it("shows the frames of the file in a smaller player, unless they are far too large for it", () => {
  expect(mayShowLargerCopy(withCopy, 1)).toBe(true)
  expect(mayShowLargerCopy(withCopy, 0)).toBe(false)
  expect(mayShowLargerCopy(withCopy, 2)).toBe(false)
  expect(mayShowLargerCopy(encoded, 0)).toBe(false)
})

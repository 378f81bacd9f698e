import { expect, it } from "vitest"
import { LARGEST } from "./PictureSet.ts"
import { givePixelsBack, takePixels } from "./PixelMemory.ts"

const PHOTO = 1_280 * 960 * 3

it("reuses a buffer only once even if it was released twice", () => {
  const first = takePixels(PHOTO)
  givePixelsBack(first)
  givePixelsBack(first)
  const [second, third] = [takePixels(PHOTO + 3), takePixels(PHOTO)]
  expect([second.length, third.length]).toEqual([PHOTO + 3, PHOTO])
  expect(second.buffer).toBe(first.buffer)
  expect(third.buffer).not.toBe(first.buffer)
})

it("does not pool the memory of small pictures and book pages", () => {
  for (const length of [1, 100_000, LARGEST * LARGEST * 3 + 1]) {
    const taken = takePixels(length)
    expect(taken.buffer.byteLength).toBe(length)
    givePixelsBack(taken)
    expect(takePixels(length).buffer).not.toBe(taken.buffer)
  }
})

it("keeps at most two released buffers", () => {
  const taken = Array.from({ length: 5 }, () => takePixels(PHOTO))
  taken.forEach(givePixelsBack)
  const again = Array.from({ length: 5 }, () => takePixels(PHOTO).buffer)
  expect(taken.filter(({ buffer }) => again.includes(buffer))).toHaveLength(2)
})

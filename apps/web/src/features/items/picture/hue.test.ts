import { rgbaToThumbHash } from "thumbhash"
import { expect, it } from "vitest"
import { artStyle, hueOfPicture } from "./hue"

const hashOf = (...color: readonly [number, number, number]): string => {
  const pixels = new Uint8Array(Array.from({ length: 64 }, () => [...color, 255]).flat())
  return btoa(String.fromCharCode(...rgbaToThumbHash(8, 8, pixels)))
}

it("computes the hue of red, green and blue pictures", () => {
  const hues = [hashOf(220, 30, 30), hashOf(30, 200, 60), hashOf(40, 60, 220)].map((hash) =>
    hueOfPicture(hash)!
  )
  expect(hues[0]).toBeGreaterThan(10)
  expect(hues[0]).toBeLessThan(45)
  expect(hues[1]).toBeGreaterThan(130)
  expect(hues[1]).toBeLessThan(160)
  expect(hues[2]).toBeGreaterThan(250)
  expect(hues[2]).toBeLessThan(285)
})

it("uses no color for gray pictures and invalid hashes", () => {
  expect(hueOfPicture(hashOf(128, 128, 128))).toBeUndefined()
  expect(hueOfPicture("%")).toBeUndefined()
  expect(artStyle(undefined)).toEqual({ "--art-chroma": "0" })
})

import * as Option from "effect/Option"
import { expect, it } from "vitest"
import { imageFactsFrom } from "./ImageFacts.ts"

const said = { format: "jpeg", width: 4_000, height: 3_000, frames: 1 }
const read = (more: object) => Option.getOrThrow(imageFactsFrom({ ...said, ...more }))

it("rejects a response without a plausible size", () => {
  for (const wrong of [
    undefined,
    "jpeg",
    { ...said, width: 0 },
    { ...said, height: 1e9 },
    { ...said, format: "<b>" }
  ])
    expect(Option.isNone(imageFactsFrom(wrong))).toBe(true)
})

it("treats values outside their limits as unknown", () => {
  expect(read({ iso: -1, aperture: Number.NaN, exposureSeconds: "1", focalLength: 35 })).toMatchObject({
    iso: null,
    aperture: null,
    exposureSeconds: null,
    focalLength: 35
  })
  expect(read({ takenAt: "2024-02-30T12:00:00" }).takenAt).toBeNull()
  expect(read({ takenAt: "0000-00-00T00:00:00" }).takenAt).toBeNull()
  expect(read({ takenAt: "2024-02-29T12:00:00" }).takenAt).toBe("2024-02-29T12:00:00")
})

it("ignores a time zone that does not exist or has no time", () => {
  const at = { takenAt: "2024-02-29T12:00:00" }
  const offsets = ["+05:30", "-08:00", "+14:01", "05:30", "+00:00", 7]
  expect(offsets.map((takenOffset) => read({ ...at, takenOffset }).takenOffset)).toEqual([
    330,
    -480,
    undefined,
    undefined,
    0,
    undefined
  ])
  expect(read({ takenOffset: "+05:30" }).takenOffset).toBeUndefined()
})

it("ignores incomplete locations, and 0, 0 from a camera without a GPS fix", () => {
  expect(read({ latitude: 10 })).toMatchObject({ latitude: null, longitude: null })
  expect(read({ latitude: 0, longitude: 0 })).toMatchObject({ latitude: null, longitude: null })
  expect(read({ latitude: 91, longitude: 10 })).toMatchObject({ latitude: null, longitude: null })
  expect(read({ latitude: 0, longitude: 10 })).toMatchObject({ latitude: 0, longitude: 10 })
})

it("does not repeat the maker in the camera's name", () => {
  expect(read({ make: "Canon", model: "Canon EOS 5D" }).camera).toBe("Canon EOS 5D")
  expect(read({ make: "NIKON CORPORATION", model: "NIKON D850" }).camera).toBe("NIKON D850")
  expect(read({ make: "Apple", model: "iPhone 15" }).camera).toBe("Apple iPhone 15")
  expect(read({ make: "  \0\0 ", model: undefined }).camera).toBeNull()
})

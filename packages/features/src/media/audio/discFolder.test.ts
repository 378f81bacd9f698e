import { expect, it } from "vitest"
import { albumAndDisc, discOfFolder } from "./discFolder.ts"

it.each([
  ["CD 2", 2],
  ["disc-10", 10],
  ["CD1 - The Early Years", 1],
  ["Disc 2: Live", 2],
  ["cd3 (bonus)", 3],
  ["CD 3 [Remixes]", 3],
  ["CD2 \u2013 Live", 2],
  ["CD 01 Abba", undefined],
  ["CD 02 Queen", undefined],
  ["Disc 10cc", undefined],
  ["Album", undefined]
])("derives the disc number of the folder %s: %s", (name, disc) => {
  expect(discOfFolder(name)).toBe(disc)
})

it.each([
  ["White Album (Disc 1)", "White Album", 1],
  ["White Album [CD2]", "White Album", 2],
  ["White Album (Disc 2: Live)", "White Album", 2],
  ["White Album - Disk 3", "White Album", 3],
  ["White Album, CD 2", "White Album", 2],
  ["White Album", "White Album", null],
  ["Disc 1", "Disc 1", null],
  ["(Disc 1)", "(Disc 1)", null],
  ["Compact Disc 2", "Compact Disc 2", null],
  ["Album (Disco 1)", "Album (Disco 1)", null],
  ["Album (Disc 0)", "Album (Disc 0)", null]
])("splits the album name %s into %s and disc %s", (name, album, disc) => {
  expect(albumAndDisc(name)).toEqual({ album, disc })
})

it("parses hostile album names in linear time", () => {
  const hostile = " (".repeat(250)
  expect(albumAndDisc(hostile)).toEqual({ album: hostile, disc: null })
  expect(albumAndDisc("a (disc 1".repeat(50)).disc).toBeNull()
})

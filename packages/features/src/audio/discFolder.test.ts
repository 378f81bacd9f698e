import { expect, it } from "vitest"
import { discOfFolder } from "./discFolder.ts"

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
])("the disc of the folder %s is %s", (name, disc) => {
  expect(discOfFolder(name)).toBe(disc)
})

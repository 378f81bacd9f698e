import { expect, it } from "vitest"
import { seriesFromName } from "./FromName.ts"

it.each([
  ["Saga 003 (2012) (Digital)", "Saga", 3],
  ["Pepper & Carrot #1 - Potion of Flight", "Pepper & Carrot", 1],
  ["Monster v02", "Monster", 2],
  ["Akira, Vol. 4", "Akira", 4],
  ["Batman_012", "Batman", 12],
  ["X-Men 100 (1976)", "X-Men", 100]
])("%s is a part of a series", (stem, name, number) => {
  expect(seriesFromName(stem)).toEqual({ name, number })
})

it.each(["Catch 22", "1984", "Fahrenheit 451", "2001 - A Space Odyssey", "futuristic_tales", "#1"])(
  "%s proves none",
  (stem) => {
    expect(seriesFromName(stem)).toBeNull()
  }
)

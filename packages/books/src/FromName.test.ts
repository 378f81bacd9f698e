import { expect, it } from "vitest"
import { seriesFromName } from "./FromName.ts"

it.each([
  ["Saga 003 (2012) (Digital)", "Saga", 3],
  ["Pepper & Carrot #1 - Potion of Flight", "Pepper & Carrot", 1],
  ["Monster v02", "Monster", 2],
  ["Akira, Vol. 4", "Akira", 4],
  ["Batman_012", "Batman", 12],
  ["X-Men 100 (1976)", "X-Men", 100],
  ["[Some Group] Spice & Wolf v01 (2010) (Digital)", "Spice & Wolf", 1],
  ["Berserk - c012.5 [Digital]", "Berserk", 12.5],
  ["One Piece, Chapter 1000", "One Piece", 1000],
  ["Descender 3 of 6", "Descender", 3],
  ["Descender 03 (of 06) (2012)", "Descender", 3]
])("finds a series in %s", (stem, name, number) => {
  expect(seriesFromName(stem)).toEqual({ name, number })
})

it.each([
  "Catch 22",
  "1984",
  "Berserk v01-03",
  "[2012]",
  "The Sign of 4",
  "Vitamin C 3000",
  "Fahrenheit 451",
  "2001 - A Space Odyssey",
  "futuristic_tales",
  "#1"
])("does not find a series in %s", (stem) => {
  expect(seriesFromName(stem)).toBeNull()
})

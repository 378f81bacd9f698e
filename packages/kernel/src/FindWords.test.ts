import { expect, it } from "vitest"
import { findWords } from "./FindWords.ts"

const text = "Die Straße nach İSTANBUL, ﬁnd it, don’t zer\u00adteilt, ΟΔΟΣ. Straßen"
const found = (words: string, most?: number) =>
  findWords(text, words, most).map(({ end, start }) => text.slice(start, end))

it.each([
  ["STRASSE", ["Straße", "Straße"]],
  ["straße", ["Straße", "Straße"]],
  // A match of half a letter covers the whole letter, once.
  ["s", ["S", "ß", "S", "S", "ß"]],
  ["istanbul", ["İSTANBUL"]],
  ["İstanbul", ["İSTANBUL"]],
  ["IND IT", ["ﬁnd it"]],
  ["don't", ["don’t"]],
  ["zerteilt,", ["zer\u00adteilt,"]],
  ["οδος", ["ΟΔΟΣ"]],
  ["not there", []],
  ["\u00ad", []]
])("finds %s in all its spellings and returns its offsets in the text", (words, matches) => {
  expect(found(words)).toEqual(matches)
})

it("returns the right offsets after letters whose length changes when folded", () => {
  expect(findWords("İİ ß\u00ad word", "word")).toEqual([{ start: 6, end: 10 }])
  expect(findWords("cafe\u0301".normalize("NFC"), "CAFE\u0301")).toEqual([{ start: 0, end: 4 }])
})

it("stops after the given number of matches", () => {
  expect(found("straße", 1)).toEqual(["Straße"])
})

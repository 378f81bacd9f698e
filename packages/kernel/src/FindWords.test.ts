import { expect, it } from "vitest"
import { findWords } from "./FindWords.ts"

const text = "Die Straße nach İSTANBUL, ﬁnd it, don’t zer\u00adteilt, ΟΔΟΣ. Straßen"
const found = (words: string, most?: number) =>
  findWords(text, words, most).map(({ end, start }) => text.slice(start, end))

it.each([
  ["STRASSE", ["Straße", "Straße"]],
  ["straße", ["Straße", "Straße"]],
  // A match of half a letter covers the whole letter and is returned once.
  ["s", ["S", "ß", "S", "S", "ß"]],
  ["istanbul", ["İSTANBUL"]],
  ["İstanbul", ["İSTANBUL"]],
  ["IND IT", ["ﬁnd it"]],
  ["don't", ["don’t"]],
  ["zerteilt,", ["zer\u00adteilt,"]],
  ["οδος", ["ΟΔΟΣ"]],
  ["not there", []],
  ["\u00ad", []]
])("finds all spellings of %s and returns their offsets", (words, matches) => {
  expect(found(words)).toEqual(matches)
})

it("returns correct offsets after letters whose folded form has a different length", () => {
  expect(findWords("İİ ß\u00ad word", "word")).toEqual([{ start: 6, end: 10 }])
  expect(findWords("cafe\u0301".normalize("NFC"), "CAFE\u0301")).toEqual([{ start: 0, end: 4 }])
})

it("stops after the requested number of matches", () => {
  expect(found("straße", 1)).toEqual(["Straße"])
})

import { expect, it } from "vitest"
import { findComments, findTestNames } from "./architecture/phrases.ts"
import { filesBelow, read, sources } from "./architecture/sources.ts"
import { findWords, parseWords } from "./architecture/words.ts"

const words = parseWords(read("docs/words.md"))

/** Names that we did not choose: a system account, and an icon. */
const givenNames = [/^packages\/embedded-postgres\/src\/RunAs\.ts:\d+: nobody:/, /^apps\/web\/.*: Film:/]
const isGiven = (found: string): boolean => givenNames.some((name) => name.test(found))

const pages = [...filesBelow("docs"), "README.md", "CONTRIBUTING.md"].filter(
  (path) => path.endsWith(".md") && path !== "docs/words.md"
)

it("reads the table of words in docs/words.md", () => {
  expect(words.size).toBeGreaterThan(60)
  expect(findWords(words, "const takeInAll = 1 // held against anybody", "code")).toEqual([
    '1: takeInAll: not "take in", but ingested, indexed',
    '1: held against: not "held against", but compared with, checked against',
    '1: anybody: not "anybody", but anyone'
  ])
  expect(findWords(words, 'write("film.mp4") // a film', "test")).toEqual(['1: film: not "film", but video'])
  expect(findWords(words, "the account `nobody`, and nobody else", "page")).toHaveLength(1)
})

it("finds no forbidden word of docs/words.md in the code", () => {
  const wrong = sources
    .filter(({ path }) => path !== "test/words.test.ts")
    .flatMap(({ isTest, path, text }) =>
      findWords(words, text, isTest ? "test" : "code").map((found) => `${path}:${found}`)
    )
  expect(wrong.filter((found) => !isGiven(found))).toEqual([])
})

const others = sources.filter(({ path }) => path !== "test/words.test.ts")

it("detects comments and test titles that begin in the middle of a sentence", () => {
  expect(findComments("const a = 1 // Of the older upload\n/**\n * Whether it is open.\n */")).toEqual([
    "1: Of the older upload",
    "3: Whether it is open."
  ])
  expect(findComments("// Often slow.\n// Assets of a page.\n// Also as usual.")).toEqual([])
  expect(findTestNames('  it("whose response is late", () => {})\n  it("answers", () => {})')).toEqual([
    "1: whose response is late"
  ])
})

it("finds no comment that begins in the middle of a sentence", () => {
  expect(others.flatMap(({ path, text }) => findComments(text).map((found) => `${path}:${found}`))).toEqual(
    []
  )
})

it("finds no test title that begins with a relative pronoun", () => {
  expect(
    others
      .filter(({ isTest }) => isTest)
      .flatMap(({ path, text }) => findTestNames(text).map((found) => `${path}:${found}`))
  ).toEqual([])
})

it("finds no forbidden word of docs/words.md in the pages", () => {
  expect(
    pages.flatMap((path) => findWords(words, read(path), "page").map((found) => `${path}:${found}`))
  ).toEqual([])
})

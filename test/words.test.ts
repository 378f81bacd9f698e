import { expect, it } from "vitest"
import { filesBelow, read, sources } from "./architecture/sources.ts"
import { findWords, parseWords } from "./architecture/words.ts"

const words = parseWords(read("docs/words.md"))

/** Names that others gave: an account of the system, an icon. */
const givenNames = [/^packages\/embedded-postgres\/src\/RunAs\.ts:\d+: nobody:/, /^apps\/web\/.*: Film:/]
const isGiven = (found: string): boolean => givenNames.some((name) => name.test(found))

const pages = [...filesBelow("docs"), "README.md", "CONTRIBUTING.md"].filter(
  (path) => path.endsWith(".md") && path !== "docs/words.md"
)

it("reads the table", () => {
  expect(words.size).toBeGreaterThan(60)
  expect(findWords(words, "const takeInAll = 1 // held against anybody", "code")).toEqual([
    '1: takeInAll: not "take in", but ingested, indexed',
    '1: held against: not "held against", but compared with, checked against',
    '1: anybody: not "anybody", but anyone'
  ])
  expect(findWords(words, 'write("film.mp4") // a film', "test")).toEqual(['1: film: not "film", but video'])
  expect(findWords(words, "the account `nobody`, and nobody else", "page")).toHaveLength(1)
})

it("code uses the words of docs/words.md", () => {
  const wrong = sources
    .filter(({ path }) => path !== "test/words.test.ts")
    .flatMap(({ isTest, path, text }) =>
      findWords(words, text, isTest ? "test" : "code").map((found) => `${path}:${found}`)
    )
  expect(wrong.filter((found) => !isGiven(found))).toEqual([])
})

it("pages use the words of docs/words.md", () => {
  expect(
    pages.flatMap((path) => findWords(words, read(path), "page").map((found) => `${path}:${found}`))
  ).toEqual([])
})

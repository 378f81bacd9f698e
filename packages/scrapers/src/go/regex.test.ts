import { describe, expect, it } from "vitest"
import { MOST_PATTERN_LENGTH, MOST_VALUE_LENGTH } from "../limits.ts"
import { compileGo, replaceAllGo } from "./regex.ts"

const replaced = (pattern: string, template: string, value: string) =>
  replaceAllGo(compileGo(pattern)!, value, template)

describe("replaceAllGo", () => {
  it.each([
    ["(\\w+) (\\w+)", "$2 $1", "blue moon", "moon blue"],
    ["(\\d)x", "$1x", "7x", ""],
    ["(\\d)x", "${1}x", "7x", "7x"],
    ["(\\d)", "$1-$9", "7", "7-"],
    ["(?P<year>\\d+)", "<$year>", "in 1999", "in <1999>"],
    ["(?<year>\\d+)", "<${year}>", "in 1999", "in <1999>"],
    ["a", "$$1", "a", "$1"],
    ["a", "$", "a", "$"],
    ["a", "${", "a", "${"],
    ["a", "$0$0", "ba", "baa"],
    ["(a)|(b)", "[$1$2]", "ab", "[a][b]"],
    ["^", "https:", "//host", "https://host"],
    ["$", ".json", "Q1", "Q1.json"],
    ["x*", "-", "abxc", "-a-b-c-"],
    ["", "-", "a😀", "-a-😀-"],
    ["(?i)MOON", "sun", "Moon", "sun"],
    ["(?s)a.b", "x", "a\nb", "x"],
    ["(?U)a+", "x", "aa", "xx"],
    ["\\bof\\b", "&", "of offer of", "& offer &"],
    ["[[:digit:]]+", "", "a1b22", "ab"],
    ["\\p{Han}+", "", "漢字 ok", " ok"]
  ])("replaces %s by %s in %s", (pattern, template, value, result) =>
    expect(replaced(pattern, template, value)).toBe(result)
  )
})

describe("compileGo", () => {
  it.each(["(?=a)", "(?<!a)b", "(a)\\1", "a(", "[", "*", "a{2000}", "x".repeat(MOST_PATTERN_LENGTH + 1)])(
    "rejects %j, like Go",
    (pattern) => expect(compileGo(pattern)).toBeUndefined()
  )

  it("takes linear time and limits the length of the result", () => {
    expect(replaced("(a+)+$", "", `${"a".repeat(5_000)}b`)).toHaveLength(5_001)
    expect(replaced("a", "x".repeat(10_000), "a".repeat(1_000))).toHaveLength(MOST_VALUE_LENGTH)
  })
})

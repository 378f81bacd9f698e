import { describe, expect, it } from "vitest"
import { parsePattern } from "./parsePattern.ts"
import { javascriptPattern } from "./printPattern.ts"

const matches = (pattern: string, text: string): boolean => {
  const parsed = parsePattern(pattern)
  if ("problem" in parsed) throw new Error(parsed.problem.message)
  return javascriptPattern(parsed).test(text)
}

describe("supported patterns", () => {
  it.each([
    ["a.c", "abc", true],
    ["a.c", "a\nc", false],
    ["^The", "The End", true],
    ["(?i)^the", "The End", true],
    ["part \\d{1,2}$", "part 12", true],
    ["\\bcat\\b", "a cat!", true],
    ["\\bcat\\b", "concat", false],
    ["[^\\d\\s]+x", "abx", true],
    ["[]a]", "]", true],
    ["(?:a|b)+?c", "ababc", true],
    ["(?P<n>a)b|", "", true],
    ["\\x41\\x{1F600}", "A😀", true],
    ["a{", "a{", true],
    ["\\.\\*", ".*", true]
  ])("matches %s against %j: %s", (pattern, text, expected) => expect(matches(pattern, text)).toBe(expected))
})

describe("rejected patterns", () => {
  it.each([
    ["(a)\\1", 3, "Back-references"],
    ["a(?=b)", 1, "Look-ahead"],
    ["(?<!a)b", 0, "Look-ahead"],
    ["a(", 1, "not closed"],
    ["a)", 1, "no matching opening parenthesis"],
    ["[a", 0, "not closed"],
    ["*a", 0, "nothing before"],
    ["a**", 1, "cannot be repeated"],
    ["a{300}", 1, "255"],
    ["((a{100}){100})", 0, "too large"],
    ["\\p{L}", 0, "not supported"],
    ["[[:alpha:]]", 1, "not supported"],
    ["[z-a]", 1, "reversed"],
    ["a\\", 1, "backslash"],
    ["(?s)a", 0, "not supported"],
    ["(".repeat(30), 20, "nested too deeply"],
    ["a++", 2, "Possessive"]
  ])("rejects %s", (pattern, position, message) => {
    const parsed = parsePattern(pattern)
    expect("problem" in parsed ? parsed.problem : undefined).toMatchObject({ position })
    expect("problem" in parsed ? parsed.problem.message : "").toContain(message)
  })
})

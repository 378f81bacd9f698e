import { expect, it } from "vitest"
import { sortTitleOf, titleOf } from "./title.ts"

it.each([
  ["The.Big_Lebowski.mkv", "The Big Lebowski"],
  ["Mr. Smith.mp4", "Mr. Smith"],
  ["...And Justice for All.mkv", "...And Justice for All"],
  ["Show.dvr-ms", "Show"],
  ["a\u001b[31mred\u0007.mp4", "a [31mred"],
  ["gpm.\u202e4pm.mp4", "gpm 4pm"],
  ["a\u2066b\u2069\ufeffc.mp4", "abc"],
  ["two\nlines\u2028more\u0085.mp4", "two lines more"],
  ["👨\u200d👩\u200d👧 family.mp4", "👨\u200d👩\u200d👧 family"],
  ["\u0007\u001b.mp4", ".mp4"],
  ["\u0007", "Untitled"],
  [`${"x".repeat(499)}🎬.mp4`, `${"x".repeat(499)}\ufffd`]
])("converts the file name %j to the title %j", (name, title) => {
  expect(titleOf(name)).toBe(title)
})

it("ignores a leading article when sorting", () => {
  expect(sortTitleOf("The 2 Towers")).toBe("00000002 towers")
})

it("does not split a surrogate pair when it truncates a sort title", () => {
  const cut = sortTitleOf(`x${"1🎬".repeat(160)}`)
  expect([cut.length, cut.isWellFormed(), cut.slice(-2)]).toEqual([600, true, "1\ufffd"])
})

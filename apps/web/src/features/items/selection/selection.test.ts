// @vitest-environment node
import { describe, expect, it } from "vitest"
import { countOf, everything, includes, nothing, pagesOf, withItems } from "./selection"

describe("a selection", () => {
  it("of items contains the selected and not deselected items", () => {
    const some = withItems(withItems(nothing, ["a", "b", "c"], true), ["b"], false)
    expect(["a", "b", "c", "d"].filter((id) => includes(some, id))).toEqual(["a", "c"])
    expect(countOf(some, 100)).toBe(2)
    expect(countOf(nothing, 100)).toBe(0)
  })

  it("of everything contains all items but the exceptions, even those never loaded", () => {
    const most = withItems(everything, ["a", "b"], false)
    expect([includes(most, "a"), includes(most, "never seen")]).toEqual([false, true])
    expect(countOf(most, 100)).toBe(98)
    expect(countOf(withItems(most, ["a"], true), 100)).toBe(99)
  })

  it("does not change selections that were returned earlier", () => {
    const before = withItems(nothing, ["a"], true)
    withItems(before, ["b"], true)
    expect(countOf(before, 10)).toBe(1)
  })

  it("finds the pages of a range", () => {
    expect(pagesOf(0, 0, 500)).toEqual([1])
    expect(pagesOf(499, 500, 500)).toEqual([1, 2])
    expect(pagesOf(1_200, 1_400, 500)).toEqual([3])
  })
})

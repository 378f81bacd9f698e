// @vitest-environment node
import { describe, expect, it } from "vitest"
import { countOf, everything, includes, nothing, pagesOf, withItems } from "./selection"

describe("a list selection", () => {
  it("excludes items that were deselected after being selected", () => {
    const some = withItems(withItems(nothing, ["a", "b", "c"], true), ["b"], false)
    expect(["a", "b", "c", "d"].filter((id) => includes(some, id))).toEqual(["a", "c"])
    expect(countOf(some, 100)).toBe(2)
    expect(countOf(nothing, 100)).toBe(0)
  })

  it("includes matching items that were never loaded", () => {
    const most = withItems(everything, ["a", "b"], false)
    expect([includes(most, "a"), includes(most, "never seen")]).toEqual([false, true])
    expect(countOf(most, 100)).toBe(98)
    expect(countOf(withItems(most, ["a"], true), 100)).toBe(99)
  })

  it("never modifies the given selection", () => {
    const before = withItems(nothing, ["a"], true)
    withItems(before, ["b"], true)
    expect(countOf(before, 10)).toBe(1)
  })

  it("returns the pages that a range of rows covers", () => {
    expect(pagesOf(0, 0, 500)).toEqual([1])
    expect(pagesOf(499, 500, 500)).toEqual([1, 2])
    expect(pagesOf(1_200, 1_400, 500)).toEqual([3])
  })
})

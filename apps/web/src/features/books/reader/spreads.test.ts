import { expect, it } from "vitest"
import { pagesAhead, spreadAt, turned } from "./spreads"

it("shows the cover alone, and then two pages", () => {
  expect([0, 1, 2, 3, 4].map((page) => spreadAt(page, 5, "double"))).toEqual([
    [0],
    [1, 2],
    [1, 2],
    [3, 4],
    [3, 4]
  ])
  expect(spreadAt(3, 4, "double")).toEqual([3])
  expect(spreadAt(3, 9, "single")).toEqual([3])
})

it("turns by what is shown, and not beyond the ends", () => {
  expect(turned(0, 5, "double", 1)).toBe(1)
  expect(turned(2, 5, "double", 1)).toBe(3)
  expect(turned(3, 5, "double", -1)).toBe(1)
  expect(turned(1, 5, "double", -1)).toBe(0)
  expect(turned(4, 5, "double", 1)).toBe(4)
  expect(turned(0, 5, "single", -1)).toBe(0)
  expect(turned(3, 5, "single", 1)).toBe(4)
})

it("loads what comes next, then what was before", () => {
  expect(pagesAhead(0, 5, "single")).toEqual([1, 2])
  expect(pagesAhead(2, 9, "single")).toEqual([3, 4, 1])
  expect(pagesAhead(1, 9, "double")).toEqual([3, 4, 5, 6, 0])
  expect(pagesAhead(0, 1, "double")).toEqual([])
})

import { expect, it } from "vitest"
import { type Layout, pagesAhead, type Pages, sidedSpreads, spreadAt, turned } from "./spreads"

const pages = (count: number, layout: Layout, ...wide: ReadonlyArray<number>): Pages => ({
  count,
  layout,
  wide: new Set(wide)
})

it("shows the cover alone and the following pages in pairs", () => {
  const six = pages(6, "double")
  expect([0, 1, 2, 3, 5].map((page) => spreadAt(page, six))).toEqual([[0], [1, 2], [1, 2], [3, 4], [5]])
  expect(spreadAt(3, pages(6, "single"))).toEqual([3])
})

it("shows a double-page spread alone and pairs the following pages", () => {
  const seven = pages(7, "double", 2)
  expect([1, 2, 3, 5].map((page) => spreadAt(page, seven))).toEqual([[1], [2], [3, 4], [5, 6]])
  expect(turned(2, seven, 1)).toBe(3)
  expect(turned(3, seven, -1)).toBe(2)
})

it("turns by the number of visible pages and stops at both ends", () => {
  const six = pages(6, "double")
  expect(turned(0, six, 1)).toBe(1)
  expect(turned(2, six, 1)).toBe(3)
  expect(turned(2, six, -1)).toBe(0)
  expect(turned(5, six, 1)).toBe(5)
  expect(turned(0, six, -1)).toBe(0)
  expect(turned(2, pages(6, "single"), 1)).toBe(3)
})

it("preloads the pages of the next two turns and of the previous turn", () => {
  expect(pagesAhead(3, pages(20, "double"))).toEqual([5, 6, 7, 8, 1, 2])
  expect(pagesAhead(0, pages(3, "single"))).toEqual([1, 2])
})

it("pairs pages by the sides that the book specifies", () => {
  const cover = ["right", "left", "right", "left"] as const
  expect(sidedSpreads(cover, false)).toEqual([[0], [1, 2], [3]])
  expect(sidedSpreads(cover, true)).toEqual([
    [0, 1],
    [2, 3]
  ])
  expect(sidedSpreads([null, null, null, null, null], false)).toEqual([[0], [1, 2], [3, 4]])
  expect(sidedSpreads([null, "right", "center", null, "right"], false)).toEqual([[0, 1], [2], [3, 4]])
  expect(sidedSpreads(["left", "left"], false)).toEqual([[0], [1]])
})

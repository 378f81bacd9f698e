// @vitest-environment node
import { describe, expect, it } from "vitest"
import { gridWindow, MAX_SCROLL_HEIGHT } from "./geometry"

const shape = { count: 1_000, columns: 5, rowHeight: 200, viewportHeight: 800, scrolled: 0, overscan: 2 }

describe("gridWindow", () => {
  it("renders the visible rows and a few more rows", () => {
    expect(gridWindow(shape)).toMatchObject({ first: 0, last: 30, top: 0, height: 40_000, scale: 1 })
  })

  it("positions the rendered rows at the offset of the first one", () => {
    expect(gridWindow({ ...shape, scrolled: 4_000 })).toMatchObject({ first: 90, last: 130, top: 3_600 })
  })

  it("renders the first rows while the list is still below the top of the view", () => {
    expect(gridWindow({ ...shape, scrolled: -300 })).toMatchObject({ first: 0, top: 0 })
  })

  it("renders no rows for an empty list", () => {
    expect(gridWindow({ ...shape, count: 0 })).toMatchObject({ first: 0, last: 0, height: 0 })
  })

  it("scrolls to the last item of a list that exceeds the browser's height limit", () => {
    const huge = { ...shape, count: 1_000_000, columns: 2 }
    const end = gridWindow({ ...huge, scrolled: MAX_SCROLL_HEIGHT - huge.viewportHeight })
    expect(end.height).toBe(MAX_SCROLL_HEIGHT)
    expect(end.last).toBe(1_000_000)
    const bottomOfWindow = end.top + ((end.last - end.first) / huge.columns) * huge.rowHeight
    expect(bottomOfWindow).toBeCloseTo(MAX_SCROLL_HEIGHT, 0)
  })
})

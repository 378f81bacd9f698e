import { describe, expect, it } from "vitest"
import { cellIn, justified, indexIn, layoutOf, scaleOf, shownDays } from "./timelineShape"

const shape = { counts: [5, 1, 100], columns: 4, cell: 100, head: 40 }
const layout = layoutOf(shape)

describe("the layout of a timeline", () => {
  it("places each day below the rows of the previous days", () => {
    expect([...layout.tops]).toEqual([0, 240, 380, 2_920])
    expect([...layout.firsts]).toEqual([0, 5, 6, 106])
    expect([0, 239, 240, 5_000].map((top) => indexIn(layout.tops, top))).toEqual([0, 0, 1, 3])
  })

  it("renders only the visible part of the timeline", () => {
    const top = shownDays(shape, layout, { scrolled: 0, viewportHeight: 300 }, 0)
    expect(top).toEqual([
      { day: 0, top: 0, height: 240, first: 0, last: 5 },
      { day: 1, top: 240, height: 140, first: 5, last: 6 }
    ])
    const within = shownDays(shape, layout, { scrolled: 1_420, viewportHeight: 300 }, 0)
    expect(within).toEqual([{ day: 2, top: 380, height: 2_540, first: 46, last: 58 }])
    expect(cellIn(shape, layout, 2, 47)).toEqual({ top: 1_040, column: 1 })
    expect(
      shownDays({ ...shape, counts: [] }, layoutOf({ ...shape, counts: [] }), {
        scrolled: 0,
        viewportHeight: 9
      })
    ).toEqual([])
  })

  it("scrolls to the end of a timeline that exceeds the browser's height limit", () => {
    const many = { ...shape, columns: 1, counts: Array.from({ length: 2_000 }, () => 100) }
    const high = layoutOf(many)
    expect(scaleOf(high, 500)).toBeGreaterThan(2)
    const end = shownDays(many, high, { scrolled: 8_000_000 - 500, viewportHeight: 500 }, 0).at(-1)
    expect(end).toMatchObject({ day: 1_999, last: 200_000 })
    expect(end!.top + end!.height).toBeCloseTo(8_000_000, 0)
  })
})

it("fills a full row with images by their aspect ratios", () => {
  const row = { gap: 4, height: 200, isFull: true, width: 1_008 }
  const [wide, tall, square] = justified([1.5, 0.75, 1], row)
  expect(wide!.width).toBeCloseTo(2 * tall!.width)
  expect(square!.left + square!.width).toBeCloseTo(1_008)
  expect(tall!.left).toBeCloseTo(wide!.width + 4)
})

it("does not stretch an incomplete row to the full width", () => {
  const row = { gap: 4, height: 200, isFull: false, width: 1_000 }
  expect(justified([1.5, 1], row).map(({ width }) => width)).toEqual([300, 200])
  const narrow = justified([2, 2], { ...row, width: 404 })
  expect(narrow.at(-1)!.left + narrow.at(-1)!.width).toBeCloseTo(404)
})

// @vitest-environment node
import { describe, expect, it } from "vitest"
import { boxBetween, contains, edgeSpeed, overlaps } from "./band"

describe("the selection rectangle", () => {
  it("returns the same rectangle for every drag direction", () => {
    const box = { left: 1, top: 2, right: 5, bottom: 9 }
    expect(boxBetween({ x: 1, y: 2 }, { x: 5, y: 9 })).toEqual(box)
    expect(boxBetween({ x: 5, y: 2 }, { x: 1, y: 9 })).toEqual(box)
  })

  it("does not count boxes as overlapping if they share only an edge", () => {
    const box = { left: 0, top: 0, right: 10, bottom: 10 }
    expect(overlaps(box, { left: 9, top: 9, right: 30, bottom: 30 })).toBe(true)
    expect(overlaps(box, { left: 4, top: 4, right: 4, bottom: 4 })).toBe(true)
    expect(overlaps(box, { left: 10, top: 0, right: 20, bottom: 10 })).toBe(false)
    expect(contains(box, { x: 0, y: 9 })).toBe(true)
    expect(contains(box, { x: 10, y: 9 })).toBe(false)
  })

  it("scrolls faster the closer the pointer is to the edge", () => {
    const area = { top: 100, bottom: 700 }
    expect(edgeSpeed(400, area)).toBe(0)
    expect(edgeSpeed(690, area)).toBeGreaterThan(edgeSpeed(650, area))
    expect(edgeSpeed(650, area)).toBeGreaterThan(0)
    expect(edgeSpeed(120, area)).toBeLessThan(0)
    expect(edgeSpeed(5_000, area)).toBe(edgeSpeed(700, area))
  })
})

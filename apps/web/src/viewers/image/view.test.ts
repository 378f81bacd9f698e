import { describe, expect, it } from "vitest"
import { bounded, swipeOf, WHOLE, zoomed } from "./view"

const box = { width: 800, height: 600 }

describe("an image view", () => {
  it("keeps the point under the pointer in place while zooming", () => {
    const point = { x: 100, y: -50 }
    const view = zoomed(WHOLE, 2, point, box)
    expect(view).toEqual({ scale: 2, x: -100, y: 50 })
    expect(zoomed(view, 0.5, point, box)).toEqual(WHOLE)
  })

  it("keeps the image at least as large as its box, without gaps at the edges", () => {
    expect(zoomed(WHOLE, 0.1, { x: 300, y: 0 }, box)).toEqual(WHOLE)
    expect(zoomed(WHOLE, 1_000, { x: 0, y: 0 }, box).scale).toBe(8)
    expect(bounded({ scale: 2, x: 5_000, y: -5_000 }, box)).toEqual({ scale: 2, x: 400, y: -300 })
    expect(bounded({ scale: 1, x: 5, y: 5 }, box)).toEqual(WHOLE)
  })

  it("distinguishes a swipe from a short or diagonal movement", () => {
    expect(swipeOf(-90, 10)).toBe("next")
    expect(swipeOf(90, -10)).toBe("previous")
    expect(swipeOf(10, 150)).toBe("close")
    expect([swipeOf(30, 5), swipeOf(80, 80), swipeOf(0, -200)]).toEqual([undefined, undefined, undefined])
  })
})

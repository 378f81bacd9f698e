// @vitest-environment node
import { expect, it } from "vitest"
import { barsPath, recentBars, scaleEnd } from "./rateBars"

const point = (at: number, completed: number, failed = 0) => ({
  at: new Date(at).toISOString(),
  completed,
  failed
})

it("groups counts into two-second bars and omits the incomplete last bar", () => {
  const now = 1_000_000_001_500
  const bars = recentBars([point(now - 1_600, 3, 1), point(now - 2_600, 4), point(now, 9), point(0, 7)], now)
  expect(bars).toHaveLength(90)
  expect(bars.at(-1)).toMatchObject({ completed: 7, failed: 1 })
  expect(bars.reduce((sum, bar) => sum + bar.completed, 0)).toBe(7)
})

it("rounds the end of the scale up to a round number", () => {
  expect([0, 3, 7, 25, 51, 180].map(scaleEnd)).toEqual([4, 5, 10, 50, 100, 200])
})

it("stacks failed jobs on top of completed jobs", () => {
  const bars = [
    { at: 0, completed: 2, failed: 2 },
    { at: 1, completed: 0, failed: 0 }
  ]
  expect(barsPath(bars, 4, 100, (bar) => [0, bar.completed])).toBe("M0.125 100.0V50.0H0.88V100.0Z")
  expect(barsPath(bars, 4, 100, (bar) => [bar.completed, bar.completed + bar.failed])).toContain("V0.0")
})

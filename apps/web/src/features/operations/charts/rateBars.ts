import type { RatePoint } from "@media/features/app/operations/live-protocol"

export interface Bar {
  /** Start of the bar in milliseconds since 1970. */
  readonly at: number
  readonly completed: number
  readonly failed: number
}

/** Duration of a bar. The chart shows three minutes in 90 bars, because narrower bars would be unreadable. */
const BAR_MS = 2_000
const BARS = 90

/** Returns the complete bars before `now`. If a second has no report, no job ended in that second. */
export const recentBars = (rates: ReadonlyArray<RatePoint>, now: number): ReadonlyArray<Bar> => {
  const end = Math.floor(now / BAR_MS) * BAR_MS
  const bars = Array.from({ length: BARS }, (_unused, index) => ({
    at: end - (BARS - index) * BAR_MS,
    completed: 0,
    failed: 0
  }))
  for (const point of rates) {
    const bar = bars[Math.floor((Date.parse(point.at) - (end - BARS * BAR_MS)) / BAR_MS)]
    if (!bar) continue
    bar.completed += point.completed
    bar.failed += point.failed
  }
  return bars
}

/**
 * Returns the end of the scale for the highest value: the next of the numbers 5, 10, 20, 50, 100 and so on, but at
 * least 4.
 */
export const scaleEnd = (highest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  return Math.max(4, [1, 2, 5, 10].map((step) => step * power).find((end) => end >= highest) ?? highest)
}

const GAP = 0.25
/**
 * Returns all bars of a series as a single SVG path, because laying out a hundred elements every second is slow.
 * Horizontally, one unit is one bar. Vertically, `height` corresponds to the value `end`.
 */
export const barsPath = (
  bars: ReadonlyArray<Bar>,
  end: number,
  height: number,
  of: (bar: Bar) => readonly [from: number, to: number]
): string =>
  bars
    .map((bar, index) => {
      const [from, to] = of(bar)
      if (to <= from) return ""
      const y = (value: number): string => (height - (value / end) * height).toFixed(1)
      return `M${index + GAP / 2} ${y(from)}V${y(to)}H${(index + 1 - GAP / 2).toFixed(2)}V${y(from)}Z`
    })
    .join("")

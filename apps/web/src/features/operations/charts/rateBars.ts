import type { RatePoint } from "@media/features/app/operations/live-protocol"

export interface Bar {
  /** Start of the bar in milliseconds since 1970. */
  readonly at: number
  readonly completed: number
  readonly failed: number
}

/**
 * Duration of a bar in milliseconds. The chart shows three minutes as 90 bars, because more bars would be too narrow to
 * read.
 */
const BAR_MS = 2_000
const BARS = 90

/** Returns the last 90 bars that are complete at `now`. Seconds for which the server reported nothing count as zero. */
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
 * Returns the value at the top of the scale. This is the next round number (1, 2 or 5 times a power of ten) that is not
 * below the highest value. The result is at least 4.
 */
export const scaleEnd = (highest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  return Math.max(4, [1, 2, 5, 10].map((step) => step * power).find((end) => end >= highest) ?? highest)
}

const GAP = 0.25
/**
 * Returns all bars of a series as one SVG path, because laying out a hundred elements every second would be slow. In
 * the path, each bar is one unit wide, and the value `end` is `height` units high.
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

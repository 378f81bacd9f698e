import { MAX_SCROLL_HEIGHT } from "@/ui/useVirtualGrid/geometry"

/** The layout parameters of a timeline. Each day has a header and rows of equal height. */
export interface DayShape {
  /** The number of images of each day, in order. */
  readonly counts: ReadonlyArray<number>
  readonly columns: number
  /** Height of a row in pixels, including the gap below the row. */
  readonly cell: number
  /** Height in pixels of a day without its rows: the header above the rows and the margin below them. */
  readonly head: number
}

/**
 * The offset of each day in pixels (`tops`) and the number of images before each day (`firsts`). Both have an extra
 * last entry for the end of the timeline.
 */
export interface DayLayout {
  readonly tops: Float64Array
  readonly firsts: Float64Array
  readonly height: number
}

export const layoutOf = ({ cell, columns, counts, head }: DayShape): DayLayout => {
  const tops = new Float64Array(counts.length + 1)
  const firsts = new Float64Array(counts.length + 1)
  counts.forEach((count, day) => {
    tops[day + 1] = tops[day]! + head + Math.ceil(count / columns) * cell
    firsts[day + 1] = firsts[day]! + count
  })
  return { tops, firsts, height: tops[counts.length]! }
}

/**
 * Returns the index of the last value that is at most `value`, or 0 if all are larger. The values must be in ascending
 * order.
 */
export const indexIn = (values: Float64Array, value: number): number => {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (values[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** A day that is rendered at least in part. */
export interface ShownDay {
  readonly day: number
  /** Offset in pixels in the rendered list, which may be scaled down. */
  readonly top: number
  readonly height: number
  /** The index of the first rendered image. `last` is the index after the last rendered image. */
  readonly first: number
  readonly last: number
}

interface Scrolled {
  /** How far the list is scrolled, in pixels. */
  readonly scrolled: number
  readonly viewportHeight: number
}

/**
 * Returns the ratio between the real height of the list and its rendered height. It exceeds 1 for lists that are taller
 * than browsers allow elements to be. See also `gridWindow`.
 */
export const scaleOf = ({ height }: DayLayout, viewportHeight: number): number =>
  height > MAX_SCROLL_HEIGHT ? (height - viewportHeight) / (MAX_SCROLL_HEIGHT - viewportHeight) : 1

/** Returns the height of the rendered list in pixels, which may be scaled down. */
export const scrollHeightOf = ({ height }: DayLayout): number => Math.min(height, MAX_SCROLL_HEIGHT)

/** Returns the days and rows to render: all visible rows, and a few rows above and below the visible part. */
export const shownDays = (
  shape: DayShape,
  layout: DayLayout,
  { scrolled, viewportHeight }: Scrolled,
  overscan = 2
): ReadonlyArray<ShownDay> => {
  const { cell, columns, counts, head } = shape
  const { firsts, height, tops } = layout
  if (counts.length === 0) return []
  const above = Math.max(0, scrolled)
  const real = Math.min(above * scaleOf(layout, viewportHeight), height)
  const moved = real - above
  const from = real - overscan * cell
  const until = real + viewportHeight + overscan * cell
  const shown: Array<ShownDay> = []
  for (
    let day = Math.min(indexIn(tops, Math.max(0, from)), counts.length - 1);
    day < counts.length;
    day += 1
  ) {
    const top = tops[day]!
    if (top > until) break
    const rows = Math.ceil(counts[day]! / columns)
    const firstRow = Math.max(0, Math.min(rows, Math.floor((from - top - head) / cell)))
    const lastRow = Math.max(firstRow, Math.min(rows, Math.ceil((until - top - head) / cell)))
    shown.push({
      day,
      top: top - moved,
      height: tops[day + 1]! - top,
      first: firsts[day]! + firstRow * columns,
      last: Math.min(firsts[day + 1]!, firsts[day]! + lastRow * columns)
    })
  }
  return shown
}

/** Returns the column of an image, and the offset of its row in pixels from the top of its day. */
export const cellIn = (
  { cell, columns, head }: DayShape,
  { firsts }: DayLayout,
  day: number,
  index: number
): { readonly top: number; readonly column: number } => {
  const within = index - firsts[day]!
  return { top: head + Math.floor(within / columns) * cell, column: within % columns }
}

/**
 * Height in pixels of rows in lists that are at least `from` pixels wide. The number of images per row is estimated
 * from `aspect`, the typical aspect ratio of an image.
 */
const ROWS = [
  { from: 900, height: 240, aspect: 1.35 },
  { from: 520, height: 170, aspect: 1.35 },
  { from: 0, height: 100, aspect: 1.1 }
] as const
export const rowsOfWidth = (width: number): (typeof ROWS)[number] =>
  ROWS.find(({ from }) => width >= from) ?? ROWS[2]

/**
 * Limits for the aspect ratio of images in a row. Without these limits, panoramas and tall strips would leave no space
 * for their neighbors.
 */
const NARROWEST = 0.6
const WIDEST = 2.4

/**
 * Returns the position and width of each image in a row. In a full row, all widths are scaled by the same factor, so
 * that the row fills the available width. This crops the images slightly. If the last row of a day fits, its images
 * keep their aspect ratios.
 */
export const justified = (
  aspects: ReadonlyArray<number>,
  { gap, height, isFull, width }: { gap: number; height: number; isFull: boolean; width: number }
): ReadonlyArray<{ readonly left: number; readonly width: number }> => {
  const bounded = aspects.map((aspect) => Math.min(WIDEST, Math.max(NARROWEST, aspect)))
  const sum = bounded.reduce((total, aspect) => total + aspect, 0)
  const free = width - gap * (aspects.length - 1)
  const unit = isFull || sum * height > free ? free / sum : height
  let left = 0
  return bounded.map((aspect) => {
    const box = { left, width: aspect * unit }
    left += box.width + gap
    return box
  })
}

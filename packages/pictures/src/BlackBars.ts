import { type Box, lumaAt, type RawFrame } from "./RawFrame.ts"

/**
 * Maximum brightness of nearly all pixels in a line of a bar. Coding noise stays below this brightness, except in a few
 * pixels.
 */
const BAR_LUMA = 28
const BAR_MEAN = 18
const FEW = 0.005
/** Maximum share of a side for one bar. A 2.39:1 picture within 4:3 has bars of 22%, and a 9:16 picture within 16:9 has bars of 34%. */
const MOST = 0.36
/** Minimum share of a side that must remain between the bars. */
const LEFT = 0.2
/** Minimum share of a side for one bar. A narrower line is the edge of the picture itself. */
const LEAST = 0.012
/** Maximum difference in size between the two opposite bars, as a share of the side: a few lines. */
const LOPSIDED = 0.025
/** Minimum brightness between the bars. A darker frame is treated as a dark scene. */
const LIT = 32
/**
 * Minimum difference in brightness between the bar and the first lines of the picture. A vignette gets brighter slowly.
 */
const STEP = 14
const STEP_OF_ONE_FRAME = 28
/** Number of lines over which scaling blurs an edge. */
const SOFT = 2

interface Line {
  readonly mean: number
  readonly isBar: boolean
}

const linesOf = ({ data, height, width }: RawFrame, isRows: boolean): ReadonlyArray<Line> => {
  const [count, length] = isRows ? [height, width] : [width, height]
  const [between, within] = isRows ? [width * 3, 3] : [3, width * 3]
  return Array.from({ length: count }, (_, index) => {
    let sum = 0
    let bright = 0
    for (let n = 0, at = index * between; n < length; n += 1, at += within) {
      const luma = lumaAt(data, at)
      sum += luma
      if (luma > BAR_LUMA) bright += 1
    }
    const mean = sum / length
    return { mean, isBar: mean <= BAR_MEAN && bright <= length * FEW }
  })
}

const meanOf = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, { mean }) => sum + mean, 0) / Math.max(1, lines.length)

/**
 * Returns the number of lines to cut at both ends of one axis. Both numbers are 0 if any frame that is bright enough
 * lacks the bars.
 */
const cutOf = (frames: ReadonlyArray<ReadonlyArray<Line>>): readonly [number, number] => {
  const size = frames[0]?.length ?? 0
  const ends = frames.flatMap((lines) => {
    const first = lines.findIndex(({ isBar }) => !isBar)
    if (first < 0) return []
    const last = lines.findLastIndex(({ isBar }) => !isBar)
    const inner = lines.slice(first, last + 1)
    return meanOf(inner) < LIT ? [] : [{ first, after: size - 1 - last, lines }]
  })
  if (ends.length === 0) return [0, 0]
  const start = Math.min(...ends.map(({ first }) => first))
  const end = Math.min(...ends.map(({ after }) => after))
  const isBoth = Math.min(start, end) >= size * LEAST && Math.abs(start - end) <= size * LOPSIDED
  // A frame with few lines has no room for two bars, their soft edges and a picture.
  const isRoomy = size - start - end - 2 * SOFT >= size * LEFT
  if (!isBoth || !isRoomy || Math.max(start, end) > size * MOST) return [0, 0]
  const stepAt = (lines: ReadonlyArray<Line>) =>
    Math.min(
      meanOf(lines.slice(start + SOFT, start + SOFT + 4)) - meanOf(lines.slice(0, start)),
      meanOf(lines.slice(size - end - SOFT - 4, size - end - SOFT)) - meanOf(lines.slice(size - end))
    )
  const step = Math.max(...ends.map(({ lines }) => stepAt(lines)))
  return step >= (ends.length === 1 ? STEP_OF_ONE_FRAME : STEP) ? [start + SOFT, end + SOFT] : [0, 0]
}

/**
 * Finds the part of the picture between the black bars of a video. The bars are at the top and bottom or at the sides,
 * and all frames share them. Conservative: a dark scene is not a bar, and neither is a bar with content (a subtitle).
 */
export const withoutBars = (frames: ReadonlyArray<RawFrame>): Box | undefined => {
  const [first] = frames
  if (first === undefined) return undefined
  const [top, bottom] = cutOf(frames.map((frame) => linesOf(frame, true)))
  const [left, right] = cutOf(frames.map((frame) => linesOf(frame, false)))
  if (top + bottom + left + right === 0) return undefined
  return { left, top, width: first.width - left - right, height: first.height - top - bottom }
}

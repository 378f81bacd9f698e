import { type Box, lumaAt, type RawFrame, wholeOf } from "./RawFrame.ts"

/** The values from which a frame's score is computed. Shares are from 0 to 1. */
export interface FrameStats {
  /** Mean brightness, 0 to 255. */
  readonly brightness: number
  /** Standard deviation of the brightness. */
  readonly contrast: number
  /** Entropy of the 32 brightness steps in bits, 0 to 5. High if the steps are used evenly. */
  readonly entropy: number
  /** Share of nearly black pixels. */
  readonly darkShare: number
  /** Share of cells without detail. */
  readonly flatShare: number
  /** Share of the most frequent brightness and its neighboring steps. */
  readonly groundShare: number
  /** Mean strength of the edges. It is low for a blurred picture. */
  readonly sharpness: number
  /** Mean saturation of the colors. */
  readonly color: number
}

/** Number of cells along the longer side. Cells are large enough that grain and coding noise average out. */
const CELLS = 200
const STEPS = 32
const DARK = 24
/** Minimum second difference of an edge. Smaller differences are noise. */
const FLAT = 3

/** Divides the picture into cells and averages the brightness and saturation of each cell. */
const cellsOf = ({ data, width }: RawFrame, box: Box) => {
  const step = Math.max(1, Math.floor(Math.max(box.width, box.height) / CELLS))
  const columns = Math.max(1, Math.floor(box.width / step))
  const rows = Math.max(1, Math.floor(box.height / step))
  const luma = new Float32Array(columns * rows)
  let color = 0
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let sum = 0
      const [x, y] = [box.left + column * step, box.top + row * step]
      for (let line = 0; line < step; line += 1) {
        let at = ((y + line) * width + x) * 3
        for (let n = 0; n < step; n += 1, at += 3) sum += lumaAt(data, at)
      }
      luma[row * columns + column] = sum / (step * step)
      const at = (y * width + x) * 3
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      color += (Math.max(r, g, b) - Math.min(r, g, b)) / 255
    }
  return { luma, columns, rows, color: color / luma.length }
}

const histogramOf = (luma: Float32Array): ReadonlyArray<number> => {
  const counts = new Array<number>(STEPS).fill(0)
  for (const value of luma) counts[Math.min(STEPS - 1, Math.floor((value * STEPS) / 256))]! += 1
  return counts.map((count) => count / luma.length)
}

/** Measures edges by the second difference between a cell and its four neighbors. */
const detailOf = (luma: Float32Array, columns: number, rows: number) => {
  let flat = 0
  let strength = 0
  let all = 0
  for (let row = 1; row < rows - 1; row += 1)
    for (let column = 1; column < columns - 1; column += 1) {
      const at = row * columns + column
      const around = luma[at - 1]! + luma[at + 1]! + luma[at - columns]! + luma[at + columns]!
      const edge = Math.abs(4 * luma[at]! - around)
      all += 1
      if (edge < FLAT) flat += 1
      else strength += edge
    }
  return { flatShare: all === 0 ? 1 : flat / all, sharpness: all === flat ? 0 : strength / (all - flat) }
}

export const statsOf = (frame: RawFrame, box: Box = wholeOf(frame)): FrameStats => {
  const { color, columns, luma, rows } = cellsOf(frame, box)
  const histogram = histogramOf(luma)
  let sum = 0
  let squares = 0
  let dark = 0
  for (const value of luma) {
    sum += value
    squares += value * value
    if (value < DARK) dark += 1
  }
  const brightness = sum / luma.length
  return {
    brightness,
    contrast: Math.sqrt(Math.max(0, squares / luma.length - brightness * brightness)),
    entropy: histogram.reduce((bits, share) => (share === 0 ? bits : bits - share * Math.log2(share)), 0),
    darkShare: dark / luma.length,
    groundShare: Math.max(
      ...histogram.map((share, step) => share + Math.max(histogram[step - 1] ?? 0, histogram[step + 1] ?? 0))
    ),
    color,
    ...detailOf(luma, columns, rows)
  }
}

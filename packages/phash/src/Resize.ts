import { blackRaster, type Raster } from "./Raster.ts"

/**
 * Weights of the bilinear filter in the 8-bit code path of nfnt/resize. This code path determines every pixel of the
 * montage: weights are integers, sums are divided by integers, and each of the two passes truncates to bytes. Other
 * resampling (libvips, swscale) produces pictures that look the same, but their hashes differ in a few bits.
 */
interface Weights {
  /** Number of source lines that contribute to one line of the result. */
  readonly taps: number
  /** The first source line for each line of the result. The line may be out of range. */
  readonly starts: Int32Array
  /** `taps` weights for each line of the result. A weight of 256 means 1. */
  readonly values: Int16Array
}

const triangle = (at: number): number => Math.max(0, 1 - Math.abs(at))

export const weightsOf = (from: number, to: number): Weights => {
  const scale = from / to
  const taps = 2 * Math.max(Math.ceil(scale), 1)
  const factor = Math.min(1 / scale, 1)
  const starts = new Int32Array(to)
  const values = new Int16Array(to * taps)
  for (let line = 0; line < to; line += 1) {
    const center = scale * (line + 0.5) - 0.5
    const start = Math.trunc(center) - taps / 2 + 1
    starts[line] = start
    for (let tap = 0; tap < taps; tap += 1) {
      values[line * taps + tap] = Math.trunc(triangle((center - start - tap) * factor) * 256)
    }
  }
  return { taps, starts, values }
}

/** Resizes the rows to `side` pixels and transposes the result. A second call restores the orientation. */
const resizeTurned = (source: Raster, side: number): Raster => {
  const { starts, taps, values } = weightsOf(source.width, side)
  const result = blackRaster(source.height, side)
  const last = source.width - 1
  for (let line = 0; line < source.height; line += 1) {
    const row = line * source.width * 3
    for (let x = 0; x < side; x += 1) {
      let red = 0
      let green = 0
      let blue = 0
      let sum = 0
      for (let tap = 0; tap < taps; tap += 1) {
        const weight = values[x * taps + tap]!
        if (weight === 0) continue
        const at = row + Math.min(Math.max(starts[x]! + tap, 0), last) * 3
        red += weight * source.data[at]!
        green += weight * source.data[at + 1]!
        blue += weight * source.data[at + 2]!
        sum += weight
      }
      const to = (x * source.height + line) * 3
      // Weights are never negative, so clamping is not necessary.
      result.data[to] = Math.trunc(red / sum)
      result.data[to + 1] = Math.trunc(green / sum)
      result.data[to + 2] = Math.trunc(blue / sum)
    }
  }
  return result
}

export const resize = (source: Raster, width: number, height: number): Raster =>
  source.width === width && source.height === height
    ? source
    : resizeTurned(resizeTurned(source, width), height)

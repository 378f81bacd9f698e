import { blackRaster, type Raster } from "./Raster.ts"

/**
 * The bilinear filter of nfnt/resize in its path for 8 bits, which determines every pixel of the montage: weights are
 * integers, sums are divided by integers, and each of the two passes ends in bytes. Any other resampling (libvips,
 * swscale) gives pictures that look the same and hashes that differ by some bits.
 */
interface Weights {
  /** Number of source lines for one line of the result. */
  readonly taps: number
  /** The first source line of each line of the result; it may be out of range. */
  readonly starts: Int32Array
  /** `taps` weights for each line, 256 for one. */
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

/** Resizes the rows to `side` pixels and transposes the result. Called twice, it is upright again. */
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
      // Weights are never negative, so no clamping is necessary.
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

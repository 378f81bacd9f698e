/** Applies Lee's recursion to `length` values starting at `at`. `input` and `spare` are swapped at each step. */
const transform = (input: Float64Array, spare: Float64Array, at: number, length: number): void => {
  if (length === 1) return
  const half = length / 2
  for (let i = 0; i < half; i += 1) {
    const x = input[at + i]!
    const y = input[at + length - 1 - i]!
    spare[at + i] = x + y
    spare[at + i + half] = (x - y) / (Math.cos(((i + 0.5) * Math.PI) / length) * 2)
  }
  transform(spare, input, at, half)
  transform(spare, input, at + half, half)
  for (let i = 0; i < half - 1; i += 1) {
    input[at + i * 2] = spare[at + i]!
    input[at + i * 2 + 1] = spare[at + i + half]! + spare[at + i + half + 1]!
  }
  input[at + length - 2] = spare[at + half - 1]!
  input[at + length - 1] = spare[at + length - 1]!
}

/**
 * Computes the discrete cosine transform (DCT-II) without scaling, with Lee's recursion: `sum of x[n] * cos(pi/N * (n +
 * 1/2) * k)`. The order of additions affects the last bits of a value, and therefore bits of a hash. `values.length`
 * must be a power of 2.
 */
export const cosines = (values: Float64Array): Float64Array => {
  const result = Float64Array.from(values)
  transform(result, new Float64Array(values.length), 0, values.length)
  return result
}

/** Returns the lowest `kept` x `kept` coefficients of a square of `side` x `side` values, row by row. */
export const lowCosines = (square: Float64Array, side: number, kept: number): Float64Array => {
  const rows = Array.from({ length: side }, (_, y) => cosines(square.subarray(y * side, (y + 1) * side)))
  const low = new Float64Array(kept * kept)
  for (let x = 0; x < kept; x += 1) {
    const column = cosines(Float64Array.from(rows, (row) => row[x]!))
    for (let y = 0; y < kept; y += 1) low[y * kept + x] = column[y]!
  }
  return low
}

import { lowCosines } from "./Cosines.ts"
import { median } from "./Median.ts"
import type { Raster } from "./Raster.ts"
import { resize } from "./Resize.ts"

const SIDE = 64
const KEPT = 8

const grays = ({ data }: Raster): Float64Array =>
  Float64Array.from(
    { length: data.length / 3 },
    (_, index) => 0.299 * data[index * 3]! + 0.587 * data[index * 3 + 1]! + 0.114 * data[index * 3 + 2]!
  )

/**
 * Computes the 64-bit hash of a picture, with one bit for each of its lowest 8 x 8 frequencies. A bit is set if its frequency is
 * above the median of all 64.
 */
export const perceptualHash = (picture: Raster): bigint => {
  const low = lowCosines(grays(resize(picture, SIDE, SIDE)), SIDE, KEPT)
  const middle = median(low)
  let hash = 0n
  for (const value of low) hash = (hash << 1n) | (value > middle ? 1n : 0n)
  return hash
}

/** Returns the hash as 16 lower-case hexadecimal digits. */
export const hashText = (hash: bigint): string => hash.toString(16).padStart(16, "0")

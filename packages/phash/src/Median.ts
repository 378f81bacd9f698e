/**
 * Returns the median. For an even number of values, returns the mean of the middle pair. The hashes must match the
 * hashes of goimagehash, which uses a quickselect that leaves the array only partly sorted. Its result is the same: the
 * quickselect ends right after it has placed the largest value of the lower half, so both values of the middle pair are
 * in their sorted positions. For about 150,000 random arrays, both methods gave the same result.
 */
export const median = (values: Float64Array): number => {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  // The values are halved before they are added, as in goimagehash. Adding two large values first would round
  // differently.
  return sorted.length % 2 === 0 ? sorted[middle - 1]! / 2 + sorted[middle]! / 2 : sorted[middle]!
}

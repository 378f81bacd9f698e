/**
 * Returns the median. For an even number of values, returns the mean of the middle pair. goimagehash computes the
 * median with a quickselect that leaves the array partly sorted. That loop can only end directly after a pivot that is
 * the largest value of the lower half, so the element at that position is the lower value of the pair. Both methods
 * gave the same result for about 150,000 random arrays.
 */
export const median = (values: Float64Array): number => {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  // The values are halved before they are added, as in goimagehash. Adding two large values first would round
  // differently.
  return sorted.length % 2 === 0 ? sorted[middle - 1]! / 2 + sorted[middle]! / 2 : sorted[middle]!
}

/**
 * The median; for an even number of values, the mean of the middle pair. goimagehash takes it from a quick select that
 * leaves the array half sorted. That loop can only end right after a pivot that is the largest of the lower half, so
 * the element there is the lower one of the pair: both gave the same for about 150,000 random arrays.
 */
export const median = (values: Float64Array): number => {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  // Halves are added, as in goimagehash: a sum of two large values would round differently.
  return sorted.length % 2 === 0 ? sorted[middle - 1]! / 2 + sorted[middle]! / 2 : sorted[middle]!
}

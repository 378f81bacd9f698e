const longest = 40

/**
 * Returns the edit distance between two strings. Swapping two adjacent letters counts as one edit. If the distance is
 * greater than `most`, returns any number greater than `most`.
 */
const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: ReadonlyArray<number> = []
  let last = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[b.length]!
}

/** Returns the most similar candidate, or undefined if more than one letter in three would have to change. */
export const closest = (text: string, candidates: Iterable<string>): string | undefined => {
  if (text.length > longest) return undefined
  const lower = text.toLowerCase()
  let best: string | undefined
  let most = Math.max(1, Math.floor(lower.length / 3))
  for (const candidate of candidates) {
    const cost = distance(lower, candidate.toLowerCase(), most)
    if (cost > most || (cost === most && best !== undefined)) continue
    best = candidate
    most = cost
  }
  return best
}

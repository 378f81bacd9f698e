/** Gap between two items, so that one can be put between them ten times before others have to move. */
const ROOM = 1_024
const LARGEST = 2 ** 31 - 1

interface Ordered {
  readonly id: string
  /** Its current position; null if it has none. */
  readonly ordinal: number | null
}

/** Indexes of the longest run of items that are already in order. All others must move. */
const settledAmong = (ordered: ReadonlyArray<Ordered>): ReadonlySet<number> => {
  /** For each length, the index of the end of the run with the lowest end. */
  const ends: Array<number> = []
  const before = new Map<number, number | undefined>()
  for (const [index, { ordinal }] of ordered.entries()) {
    if (ordinal === null) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ordered[ends[middle]!]!.ordinal! < ordinal) low = middle + 1
      else high = middle
    }
    before.set(index, ends[low - 1])
    ends[low] = index
  }
  const settled = new Set<number>()
  for (let index = ends.at(-1); index !== undefined; index = before.get(index)) settled.add(index)
  return settled
}

/**
 * The ordinals that bring items into this order, limited to those that must change. All are renumbered if there is no
 * gap between two. Pure.
 */
export const ordinalsFor = (ordered: ReadonlyArray<Ordered>): ReadonlyMap<string, number> => {
  const settled = settledAmong(ordered)
  const changes = new Map<string, number>()
  let from = 0
  let last = 0
  for (let index = 0; index <= ordered.length; index += 1) {
    if (index < ordered.length && !settled.has(index)) continue
    const isEnd = index === ordered.length
    const moved = ordered.slice(from, index)
    const until = isEnd ? last + ROOM * (moved.length + 1) : ordered[index]!.ordinal!
    const step = Math.floor((until - last) / (moved.length + 1))
    if (moved.length > 0 && (step < 1 || last + step * moved.length > LARGEST)) return renumbered(ordered)
    for (const [n, { id }] of moved.entries()) changes.set(id, last + step * (n + 1))
    if (!isEnd) last = until
    from = index + 1
  }
  return changes
}

const renumbered = (ordered: ReadonlyArray<Ordered>): ReadonlyMap<string, number> =>
  new Map(
    ordered.flatMap(({ id, ordinal }, index) =>
      ordinal === ROOM * (index + 1) ? [] : [[id, ROOM * (index + 1)] as const]
    )
  )

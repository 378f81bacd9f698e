/**
 * Gap between two new ordinals. If each new item is inserted in the middle of the remaining gap, ten items fit into the
 * gap. After that, other items must be renumbered.
 */
const ROOM = 1_024
const LARGEST = 2 ** 31 - 1

interface Ordered {
  readonly id: string
  /** The item's current ordinal. Null if the item has no ordinal yet. */
  readonly ordinal: number | null
}

/** Returns the indexes of the longest increasing subsequence. Only items outside of this subsequence must move. */
const settledAmong = (ordered: ReadonlyArray<Ordered>): ReadonlySet<number> => {
  /** `ends[n]` is the index of the item with the lowest ordinal that ends a subsequence of length n + 1. */
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
 * Returns new ordinals for the items that must change so that all items are in the given order. If the gap between two
 * items is used up, all items are renumbered. Pure.
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

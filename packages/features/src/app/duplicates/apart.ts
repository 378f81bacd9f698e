/** Creates a disjoint-set data structure for `count` elements. Each set is identified by one of its members. */
export const makeSets = (count: number) => {
  const parents = Int32Array.from({ length: count }, (_, index) => index)
  const find = (index: number): number => {
    let at = index
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!
      at = parents[at]!
    }
    return at
  }
  return { find, join: (a: number, b: number) => void (parents[find(a)] = find(b)) }
}

/** Returns the key of a pair. Both orders of the pair have the same key. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}|${b}` : `${b}|${a}`)

/** Returns the items that form a dismissed pair with each item. Keys and values are indexes of `ids`. */
const foesOf = (ids: ReadonlyArray<string>, dismissed: ReadonlySet<string>) => {
  const foes = new Map<number, Set<number>>()
  if (dismissed.size === 0) return foes
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const note = (a: number, b: number) => foes.set(a, (foes.get(a) ?? new Set()).add(b))
  for (const pair of dismissed) {
    const [a, b] = pair.split("|").map((id) => indexes.get(id))
    if (a === undefined || b === undefined) continue
    note(a, b)
    note(b, a)
  }
  return foes
}

/**
 * Creates disjoint sets that never contain both items of a dismissed pair. If one set contains the first item of a
 * dismissed pair and another set contains the second item, `join` does not unite the two sets, even if a third item is
 * similar to both items.
 */
export const makeSetsApart = (ids: ReadonlyArray<string>, dismissed: ReadonlySet<string>) => {
  const sets = makeSets(ids.length)
  const foes = foesOf(ids, dismissed)
  /** The members of each set that occur in dismissed pairs, keyed by set. */
  const told = new Map<number, Array<number>>([...foes.keys()].map((index) => [index, [index]]))
  const haveFoes = (few: ReadonlyArray<number>, other: number) =>
    few.some((member) => [...foes.get(member)!].some((foe) => sets.find(foe) === other))
  const join = (a: number, b: number) => {
    const [from, to] = [sets.find(a), sets.find(b)]
    if (from === to) return
    const [ofFrom = [], ofTo = []] = [told.get(from), told.get(to)]
    if (ofFrom.length <= ofTo.length ? haveFoes(ofFrom, to) : haveFoes(ofTo, from)) return
    sets.join(from, to)
    told.delete(from)
    if (ofFrom.length + ofTo.length > 0) told.set(to, [...ofTo, ...ofFrom])
  }
  return { find: sets.find, join, isTold: (index: number) => foes.has(index) }
}

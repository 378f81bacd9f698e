import { type Hashes, nearHashes } from "./nearHashes.ts"

/** An item as it is compared. */
export interface Candidate {
  readonly id: string
  /** Equal for equal contents; null while it is not known. */
  readonly content: string | null
  /** Halves of the perceptual hash, signed; null without one. */
  readonly look: { readonly high: number; readonly low: number } | null
  /** Seconds. */
  readonly duration: number | null
  /** Bytes. */
  readonly size: number
}

export interface Likeness {
  /** Of 64 bits, how many may differ; undefined: only equal contents are duplicates. */
  readonly distance: number | undefined
  /** Seconds by which the durations of what looks alike may differ. */
  readonly seconds: number
}

export interface Group {
  /** Of its items, in their order. */
  readonly ids: ReadonlyArray<string>
  /** All of them have the same content. */
  readonly isIdentical: boolean
  /** Bytes of all but the largest. */
  readonly spare: number
}

/** Sets that grow together; each has one of its members as its name. */
const makeSets = (count: number) => {
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

/** Both orders are one pair. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}|${b}` : `${b}|${a}`)

const gather = <Key>(count: number, keyOf: (index: number) => Key | undefined) => {
  const lists = new Map<Key, Array<number>>()
  for (let index = 0; index < count; index += 1) {
    const key = keyOf(index)
    if (key === undefined) continue
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [index])
    else list.push(index)
  }
  return lists
}

const setsToGroups = (candidates: ReadonlyArray<Candidate>, find: (index: number) => number) =>
  [...gather(candidates.length, find).values()]
    .filter((members) => members.length > 1)
    .map((members): Group => {
      const items = members.map((member) => candidates[member]!)
      const sizes = items.map(({ size }) => size)
      const [first] = items
      return {
        ids: items.map(({ id }) => id),
        isIdentical: first!.content !== null && items.every(({ content }) => content === first!.content),
        spare: sizes.reduce((sum, size) => sum + size, 0) - sizes.reduce((a, b) => Math.max(a, b), 0)
      }
    })
    .sort((a, b) => b.spare - a.spare || (a.ids[0]! < b.ids[0]! ? -1 : 1))

/**
 * Which candidates are duplicates of one another: by equal content, or by their looks and how long they last. What is alike
 * to one of a group is in the group. `dismissed` holds pairs (`pairKey`) that a person told apart: they are no reason to be
 * in one group. Yields now and then; returns the groups, those that would free most room first.
 */
export function* groupsOf(
  candidates: ReadonlyArray<Candidate>,
  { distance, seconds }: Likeness,
  dismissed: ReadonlySet<string>
): Generator<void, ReadonlyArray<Group>> {
  const sets = makeSets(candidates.length)
  const told = new Set([...dismissed].flatMap((pair) => pair.split("|")))
  const isDismissed = (a: number, b: number) =>
    dismissed.size > 0 && dismissed.has(pairKey(candidates[a]!.id, candidates[b]!.id))

  /**
   * Of members in the order of `at`, those that are no more than `slack` apart. Neighbors suffice, but for those that a person
   * told from others: they are compared with each other, and joined with the next of the rest on both sides. (All pairs of
   * 4,000 equal images blocked the event loop for 2.6 s as soon as one was told apart.)
   */
  const joinNear = (members: ReadonlyArray<number>, at: (index: number) => number, slack: number) => {
    const named: Array<number> = []
    let last: number | undefined
    let namedSinceLast = 0
    const isNear = (a: number, b: number) => at(b) - at(a) <= slack
    for (const member of members) {
      if (last !== undefined && isNear(last, member)) sets.join(last, member)
      const isNamed = told.has(candidates[member]!.id)
      const first = isNamed ? 0 : named.length - namedSinceLast
      for (let i = named.length - 1; i >= first && isNear(named[i]!, member); i -= 1)
        if (!isNamed || !isDismissed(named[i]!, member)) sets.join(named[i]!, member)
      if (isNamed) {
        named.push(member)
        namedSinceLast += 1
      } else {
        last = member
        namedSinceLast = 0
      }
    }
  }

  for (const members of gather(candidates.length, (i) => candidates[i]!.content ?? undefined).values()) {
    if (members.length > 1) joinNear(members, () => 0, 0)
    yield
  }
  if (distance !== undefined) {
    const lasting = (index: number): number => candidates[index]!.duration ?? 0
    const lists = [
      ...gather(candidates.length, (i) => {
        const look = candidates[i]!.look
        return look === null ? undefined : `${look.high} ${look.low}`
      }).values()
    ].map((members) => members.sort((a, b) => lasting(a) - lasting(b)))
    for (const members of lists) {
      if (members.length > 1) joinNear(members, lasting, seconds)
      yield
    }
    if (distance > 0) {
      const looks = lists.map(([first]) => candidates[first!]!.look!)
      const hashes: Hashes = {
        high: Int32Array.from(looks, ({ high }) => high),
        low: Int32Array.from(looks, ({ low }) => low)
      }
      yield* nearHashes(hashes, distance, (a, b) => {
        const both = [...lists[a]!, ...lists[b]!].sort((x, y) => lasting(x) - lasting(y))
        joinNear(both, lasting, seconds)
      })
    }
  }
  return setsToGroups(candidates, sets.find)
}

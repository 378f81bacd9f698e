import { makeSetsApart } from "./apart.ts"
import { type Hashes, nearHashes } from "./nearHashes.ts"

/** An item that may have duplicates. */
export interface Candidate {
  readonly id: string
  /** Text that is equal for items with the same content. Null if the content has not been hashed. */
  readonly content: string | null
  /** The two halves of the perceptual hash as signed 32-bit integers. Null if the item has no hash. */
  readonly look: { readonly high: number; readonly low: number } | null
  /** Duration in seconds. */
  readonly duration: number | null
  /** Size in bytes. */
  readonly size: number
}

export interface Likeness {
  /** Maximum number of different bits (of 64). If undefined, only items with identical content are duplicates. */
  readonly distance: number | undefined
  /** Maximum difference of durations in seconds, for similar items. */
  readonly seconds: number
}

export interface Group {
  /** Ids of the items, sorted. */
  readonly ids: ReadonlyArray<string>
  /** True if all items have the same content. */
  readonly isIdentical: boolean
  /** Total size of all items except the largest, in bytes. */
  readonly spare: number
}

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

/** Items sorted by the value of `at`. Two items are joined if their values differ by at most `slack`. */
interface Row {
  readonly members: ReadonlyArray<number>
  readonly at: (index: number) => number
  readonly slack: number
}

/**
 * Finds duplicates by identical content, or by similar perceptual hash and duration. An item that is similar to one
 * member of a group joins the group. `dismissed` contains the keys (`pairKey`) of pairs that a group must not contain.
 * Yields regularly. Returns the groups in descending order of the disk space that they would free.
 */
export function* groupsOf(
  candidates: ReadonlyArray<Candidate>,
  { distance, seconds }: Likeness,
  dismissed: ReadonlySet<string>
): Generator<void, ReadonlyArray<Group>> {
  const sets = makeSetsApart(
    candidates.map(({ id }) => id),
    dismissed
  )
  const later: Array<Row> = []

  /**
   * Joins each item only with the next one, which is enough to connect all nearby items. Comparing all pairs of 4,000
   * equal images blocked the event loop for 2.6 s. Items in dismissed pairs are handled last, because a set that
   * contains such an item may refuse to join another set.
   */
  const joinNear = (row: Row) => {
    const { at, members, slack } = row
    let last: number | undefined
    let hasTold = false
    for (const member of members) {
      if (sets.isTold(member)) hasTold = true
      else {
        if (last !== undefined && at(member) - at(last) <= slack) sets.join(last, member)
        last = member
      }
    }
    if (hasTold) later.push(row)
  }
  function* joinTold({ at, members, slack }: Row): Generator<void, void> {
    for (const [index, member] of members.entries()) {
      if (!sets.isTold(member)) continue
      for (let i = index - 1; i >= 0 && at(member) - at(members[i]!) <= slack; i -= 1)
        sets.join(member, members[i]!)
      for (let i = index + 1; i < members.length && at(members[i]!) - at(member) <= slack; i += 1)
        if (!sets.isTold(members[i]!)) sets.join(member, members[i]!)
      yield
    }
  }

  for (const members of gather(candidates.length, (i) => candidates[i]!.content ?? undefined).values()) {
    if (members.length > 1) joinNear({ members, at: () => 0, slack: 0 })
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
      if (members.length > 1) joinNear({ members, at: lasting, slack: seconds })
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
        joinNear({ members: both, at: lasting, slack: seconds })
      })
    }
  }
  for (const row of later) yield* joinTold(row)
  return setsToGroups(candidates, sets.find)
}

import { describe, expect, it } from "vitest"
import { pairKey } from "./apart.ts"
import { type Candidate, groupsOf, type Likeness } from "./groups.ts"
import { distanceOf, type Hashes, nearHashes } from "./nearHashes.ts"

const run = <A>(work: Generator<void, A>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

describe("the search for similar hashes", () => {
  /**
   * Returns hashes from a linear congruential generator. Every third hash is an earlier hash with up to 12 changed
   * bits.
   */
  const hashesOf = (count: number): Hashes => {
    let state = 9
    const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0)
    const high = new Int32Array(count)
    const low = new Int32Array(count)
    for (let i = 0; i < count; i += 1) {
      const from = (next() >>> 8) % Math.max(1, i)
      const isCopy = i % 3 === 2
      high[i] = isCopy ? high[from]! : next()
      low[i] = isCopy ? low[from]! : next()
      for (let bit = 0; isCopy && bit < 1 + (i % 12); bit += 1) {
        if ((next() >>> 20) % 2 === 0) high[i]! ^= 1 << ((next() >>> 9) % 32)
        else low[i]! ^= 1 << ((next() >>> 9) % 32)
      }
    }
    return { high, low }
  }

  it.each([0, 1, 3, 4, 8, 10])("finds all pairs of hashes within a distance of %i bits", (distance) => {
    const hashes = hashesOf(1_500)
    const found = new Set<string>()
    run(nearHashes(hashes, distance, (a, b) => void found.add(`${a} ${b}`)))
    const expected = new Set<string>()
    for (let a = 0; a < 1_500; a += 1)
      for (let b = a + 1; b < 1_500; b += 1)
        if (distanceOf(hashes, a, b) <= distance) expected.add(`${a} ${b}`)
    expect([...found].sort()).toEqual([...expected].sort())
    if (distance > 0) expect(expected.size).toBeGreaterThan(5)
  })
})

describe("groups of duplicates", () => {
  const one = (id: string, over: Partial<Candidate> = {}): Candidate => ({
    id,
    content: id,
    look: null,
    duration: 60,
    size: 10,
    ...over
  })
  const look = (low: number) => ({ high: 7, low })
  const alike: Likeness = { distance: 4, seconds: 2 }
  const idsOf = (
    candidates: ReadonlyArray<Candidate>,
    likeness: Partial<Likeness> = {},
    dismissed: ReadonlyArray<readonly [string, string]> = []
  ) =>
    run(
      groupsOf(candidates, { ...alike, ...likeness }, new Set(dismissed.map(([a, b]) => pairKey(a, b))))
    ).map(({ ids }) => ids.join(""))

  it("groups identical files regardless of their perceptual hashes", () => {
    const copies = [one("a", { content: "x" }), one("b"), one("c", { content: "x", duration: 900, size: 30 })]
    expect(run(groupsOf(copies, { distance: undefined, seconds: 0 }, new Set()))).toEqual([
      { ids: ["a", "c"], isIdentical: true, spare: 10 }
    ])
    expect(idsOf([one("a", { content: null }), one("b", { content: null })])).toEqual([])
  })

  it("groups similar items of similar duration", () => {
    const four = [
      one("a", { look: look(0) }),
      one("b", { look: look(0b1111), duration: 62 }),
      one("c", { look: look(0b11111_0000) }),
      one("d", { look: look(0), duration: 65 })
    ]
    expect(idsOf(four)).toEqual(["ab"])
    expect(idsOf(four, { seconds: 5 })).toEqual(["abd"])
    expect(idsOf(four, { distance: 0, seconds: 5 })).toEqual(["ad"])
    expect(idsOf(four, { distance: 5 })).toEqual(["abc"])
    expect(idsOf(four, { distance: undefined })).toEqual([])
  })

  it("does not group dismissed pairs", () => {
    const three = ["a", "b", "c"].map((id) => one(id, { look: look(0) }))
    expect(idsOf(three, {}, [["b", "a"]])).toEqual(["ac"])
    expect(
      idsOf(three, {}, [
        ["a", "b"],
        ["a", "c"]
      ])
    ).toEqual(["bc"])
    const same = ["a", "b"].map((id) => one(id, { content: "x" }))
    expect(idsOf(same, {}, [["a", "b"]])).toEqual([])
  })

  it("keeps a dismissed pair apart when a duplicate of both items is added", () => {
    const told = [["a", "b"]] as const
    const equal = ["a", "b", "n"].map((id) => one(id, { content: "x" }))
    expect(idsOf(equal, {}, told)).toEqual(["an"])
    const between = [
      one("a", { look: look(0) }),
      one("b", { look: look(0b11111) }),
      one("n", { look: look(0b11) })
    ]
    expect(idsOf(between)).toEqual(["abn"])
    expect(idsOf(between, {}, told)).toEqual(["an"])
  })

  it("does not separate similar items unless a dismissed pair requires it", () => {
    let state = 5
    const next = (below: number) =>
      ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) >>> 8) % below
    for (let round = 0; round < 300; round += 1) {
      const some = Array.from({ length: 12 }, (_, n) =>
        one(`abcdefghijkl`[n]!, { look: look(0), duration: next(30), content: `${next(9)}` })
      )
      const id = () => some[next(12)]!.id
      const dismissed = Array.from({ length: next(20) }, () => [id(), id()] as const).filter(
        ([a, b]) => a !== b
      )
      const told = new Set(dismissed.map(([a, b]) => pairKey(a, b)))
      const groups = idsOf(some, {}, dismissed).map((ids) => [...ids])
      const isTold = (left: ReadonlyArray<string>, right: ReadonlyArray<string>) =>
        left.some((a) => right.some((b) => a !== b && told.has(pairKey(a, b))))
      for (const group of groups) expect(isTold(group, group)).toBe(false)
      const groupOf = (id: string) => groups.find((group) => group.includes(id)) ?? [id]
      for (const a of some)
        for (const b of some) {
          const isAlike = a.content === b.content || Math.abs(a.duration! - b.duration!) <= 2
          if (isAlike && groupOf(a.id) !== groupOf(b.id) && a !== b)
            expect(isTold(groupOf(a.id), groupOf(b.id))).toBe(true)
        }
    }
  })

  it("needs few comparisons even if many items are identical", () => {
    let looks = 0
    const equal = Array.from({ length: 3_000 }, (_, n) => ({
      ...one(String(n), { content: "x" }),
      get look() {
        looks += 1
        return look(0)
      },
      get duration() {
        looks += 1
        return 60
      }
    }))
    const [group] = run(groupsOf(equal, alike, new Set([pairKey("0", "1")])))
    expect(group!.ids.length).toBe(2_999)
    expect(looks).toBeLessThan(60_000)
  })

  it("sorts groups by the disk space that they would free", () => {
    const pairs = [
      one("a", { content: "x", size: 5 }),
      one("b", { content: "x", size: 5 }),
      one("c", { content: "y", size: 50 }),
      one("d", { content: "y", size: 70 })
    ]
    expect(idsOf(pairs)).toEqual(["cd", "ab"])
  })
})

import { describe, expect, it } from "vitest"
import { type Candidate, groupsOf, type Likeness, pairKey } from "./groups.ts"
import { distanceOf, type Hashes, nearHashes } from "./nearHashes.ts"

const run = <A>(work: Generator<void, A>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

describe("near hashes", () => {
  /** A linear congruence; every third hash is a former one with up to 12 bits changed. */
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

  it.each([0, 1, 3, 4, 8, 10])("are all found, at %i bits", (distance) => {
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

describe("groups", () => {
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

  it("are equal contents, whatever their looks", () => {
    const copies = [one("a", { content: "x" }), one("b"), one("c", { content: "x", duration: 900, size: 30 })]
    expect(run(groupsOf(copies, { distance: undefined, seconds: 0 }, new Set()))).toEqual([
      { ids: ["a", "c"], isIdentical: true, spare: 10 }
    ])
    expect(idsOf([one("a", { content: null }), one("b", { content: null })])).toEqual([])
  })

  it("look alike and last as long", () => {
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

  it("do not come from pairs that were told apart", () => {
    const three = ["a", "b", "c"].map((id) => one(id, { look: look(0) }))
    expect(idsOf(three, {}, [["b", "a"]])).toEqual(["abc"])
    expect(
      idsOf(three, {}, [
        ["a", "b"],
        ["a", "c"]
      ])
    ).toEqual(["bc"])
    const same = ["a", "b"].map((id) => one(id, { content: "x" }))
    expect(idsOf(same, {}, [["a", "b"]])).toEqual([])
  })

  it("that would free most room come first", () => {
    const pairs = [
      one("a", { content: "x", size: 5 }),
      one("b", { content: "x", size: 5 }),
      one("c", { content: "y", size: 50 }),
      one("d", { content: "y", size: 70 })
    ]
    expect(idsOf(pairs)).toEqual(["cd", "ab"])
  })
})

import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { levelsThrough, pathUp } from "./hierarchy.ts"

const size = 8
const nodes = Array.from({ length: size }, (_, n) => String(n))
const edges = fc.uniqueArray(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), {
  maxLength: 16,
  selector: ([child, parent]) => `${child}/${parent}`
})
const parentsOf = (pairs: ReadonlyArray<readonly [number, number]>) => {
  const parents = new Map<string, Array<string>>()
  for (const [child, parent] of pairs)
    parents.set(String(child), [...(parents.get(String(child)) ?? []), String(parent)])
  return parents
}
/** Graphs without cycles. They contain only edges from a child to a parent with a smaller number. */
const acyclic = edges.map((pairs) => parentsOf(pairs.filter(([child, parent]) => parent < child)))

describe("the path to an ancestor", () => {
  it("is the shortest path, and exists only for ancestors", () => {
    fc.assert(
      fc.property(
        edges.map(parentsOf),
        fc.constantFrom(...nodes),
        fc.constantFrom(...nodes),
        (parents, from, to) => {
          // Compute the distances by relaxing every edge once per node.
          const distance = new Map([[from, 0]])
          for (const _ of nodes)
            for (const [child, above] of parents)
              for (const parent of above) {
                const next = (distance.get(child) ?? Infinity) + 1
                if (next < (distance.get(parent) ?? Infinity)) distance.set(parent, next)
              }
          const path = pathUp(parents, from, to)
          expect(path === undefined ? undefined : path.length - 1).toBe(distance.get(to))
          for (const [index, id] of (path ?? []).entries())
            if (index > 0) expect(parents.get(path![index - 1]!)).toContain(id)
        }
      )
    )
  })
})

describe("the number of levels through an entity", () => {
  it("is the number of entities on the longest path through it", () => {
    fc.assert(
      fc.property(acyclic, fc.constantFrom(...nodes), (parents, id) => {
        const ways: Array<ReadonlyArray<string>> = []
        const walk = (way: ReadonlyArray<string>) => {
          ways.push(way)
          for (const parent of parents.get(way.at(-1)!) ?? []) walk([...way, parent])
        }
        for (const node of nodes) walk([node])
        const longest = Math.max(...ways.filter((way) => way.includes(id)).map((way) => way.length))
        expect(levelsThrough(parents, id)).toBe(longest)
      })
    )
  })
})

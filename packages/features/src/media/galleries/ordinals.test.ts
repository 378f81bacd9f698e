import { expect, it } from "vitest"
import { ordinalsFor } from "./ordinals.ts"

const after = (ordered: ReadonlyArray<readonly [string, number | null]>) => {
  const changes = ordinalsFor(ordered.map(([id, ordinal]) => ({ id, ordinal })))
  const result = ordered.map(([id, ordinal]) => changes.get(id) ?? ordinal!)
  for (const [index, ordinal] of result.entries())
    if (index > 0) expect(ordinal).toBeGreaterThan(result[index - 1]!)
  return changes
}

it("numbers new items with gaps between them", () => {
  expect([
    ...after([
      ["a", null],
      ["b", null]
    ])
  ]).toEqual([
    ["a", 1_024],
    ["b", 2_048]
  ])
  expect(
    after([
      ["a", 1_024],
      ["b", 2_048]
    ]).size
  ).toBe(0)
  expect(ordinalsFor([]).size).toBe(0)
})

it("changes the ordinals of as few items as possible", () => {
  expect([
    ...after([
      ["a", 1_024],
      ["new", null],
      ["b", 2_048]
    ]).keys()
  ]).toEqual(["new"])
  expect([
    ...after([
      ["c", 3_072],
      ["a", 1_024],
      ["b", 2_048]
    ]).keys()
  ]).toEqual(["c"])
  expect([
    ...after([
      ["b", 2_048],
      ["c", 3_072],
      ["a", 1_024]
    ]).keys()
  ]).toEqual(["a"])
})

it("renumbers all items if two items have no gap between them", () => {
  expect([
    ...after([
      ["a", 1],
      ["new", null],
      ["b", 2]
    ])
  ]).toEqual([
    ["a", 1_024],
    ["new", 2_048],
    ["b", 3_072]
  ])
  const changes = after([
    ["a", 2 ** 31 - 2],
    ["b", null]
  ])
  expect(changes.get("b")).toBe(2_048)
})

it("returns increasing ordinals for random input", () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 200; round += 1)
    after(
      Array.from({ length: 1 + random(40) }, (_, n) => [`${n}`, random(3) === 0 ? null : random(60)] as const)
    )
})

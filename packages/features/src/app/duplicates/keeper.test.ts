import { expect, it } from "vitest"
import { type Keepable, keeperOf } from "./keeper.ts"

const item = (id: string, over: Partial<Keepable> = {}): Keepable => ({
  id,
  width: 1920,
  height: 1080,
  bitRate: 5_000,
  size: 100,
  createdAt: "2026-01-01T00:00:00.000Z",
  ...over
})
const decided = (...args: Parameters<typeof keeperOf>) => {
  const found = keeperOf(...args)
  return found && [found.keep.id, found.because]
}

it("selects the item to keep by the requested rule first", () => {
  const two = [item("a", { width: 3840, height: 2160 }), item("b", { size: 200 })]
  expect(decided(two, "resolution")).toEqual(["a", "resolution"])
  expect(decided(two, "size")).toEqual(["b", "size"])
})

it("breaks ties between items with the remaining rules", () => {
  expect(decided([item("a"), item("b", { bitRate: 6_000 })], "resolution")).toEqual(["b", "bitRate"])
  const later = item("b", { createdAt: "2026-02-01T00:00:00.000Z" })
  expect(decided([later, item("c")], "resolution")).toEqual(["c", "oldest"])
  expect(decided([later, item("c")], "newest")).toEqual(["b", "newest"])
  expect(decided([item("b"), item("a")], "size")).toEqual(["a", null])
  expect(decided([], "size")).toBeUndefined()
})

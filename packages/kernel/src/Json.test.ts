import { expect, it } from "vitest"
import { isSameJson } from "./Json.ts"

it.each([
  [{ a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1 }, true],
  [undefined, null, true],
  [[1, 2], [2, 1], false],
  [{ a: 1 }, { a: "1" }, false],
  [{ a: undefined }, {}, true]
])("compares %j with %j by content", (one, other, expected) => {
  expect(isSameJson(one, other)).toBe(expected)
})

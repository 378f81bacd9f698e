import { expect, it } from "vitest"
import cases from "./testing/cases.json" with { type: "json" }
import { type Case, score } from "./testing/score.ts"

it("finds every expected value of each case in cases.json", () => {
  const misses = score(cases as ReadonlyArray<Case>).flatMap((kind) => kind.misses)
  expect(misses).toEqual([])
})

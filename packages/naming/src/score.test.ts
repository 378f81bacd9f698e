import { expect, it } from "vitest"
import cases from "./testing/cases.json" with { type: "json" }
import { type Case, score } from "./testing/score.ts"

it("finds every fact in our own cases", () => {
  const misses = score(cases as ReadonlyArray<Case>).flatMap((kind) => kind.misses)
  expect(misses).toEqual([])
})

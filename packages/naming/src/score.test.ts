import { expect, it } from "vitest"
import cases from "./testing/cases.json" with { type: "json" }
import { type Case, score } from "./testing/score.ts"

it("reads every fact of our own cases", () => {
  const misses = score(cases as ReadonlyArray<Case>).flatMap((kind) => kind.misses)
  expect(misses).toEqual([])
})

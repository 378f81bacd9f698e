import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect, test } from "vitest"
import { PermanentFailure, RetryableFailure } from "./Failures.ts"
import { outcomeOf } from "./Outcome.ts"
import type { Claim } from "./StepCall.ts"

const claim = (attempts: number): Claim => ({
  slot: 0,
  id: "x",
  rev: 1,
  attempts,
  maxAttempts: 15,
  isOnProbation: false,
  payload: {},
  dedupeKey: null,
  targetType: "video",
  targetId: "1",
  targetLabel: "One",
  triggeredBy: "manual",
  batchId: null
})

const outcome = (exit: Exit.Exit<unknown, unknown>, attempts = 0) =>
  Effect.runSync(outcomeOf(claim(attempts), exit))

test("maps each exit to an outcome of the run", () => {
  expect(outcome(Exit.succeed(null))).toEqual({ state: 2 })
  expect(outcome(Exit.succeed({ a: 1 }))).toEqual({ state: 2, result: { a: 1 } })
  expect(outcome(Exit.fail(new RetryableFailure({ message: "m" })))).toMatchObject({
    state: 3,
    error: { message: "m" }
  })
  expect(outcome(Exit.fail(new PermanentFailure({ message: "m" }))).state).toBe(4)
  expect(outcome(Exit.fail(new RetryableFailure({ message: "m" })), 14)).toMatchObject({ state: 4 })
  expect(outcome(Exit.fail({ _tag: "DiskFull" }))).toMatchObject({ state: 3, error: { message: "DiskFull" } })
  expect(outcome(Exit.die(new Error("bug")))).toMatchObject({ state: 3, error: { message: "bug" } })
  expect(outcome(Exit.succeed({ text: "x".repeat(70_000) })).state).toBe(4)
})

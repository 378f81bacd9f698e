import { expect, test } from "vitest"
import { Attempt, dropClaim } from "./Attempt.ts"
import { type Claim, State } from "./StepCall.ts"

const claim: Claim = {
  slot: 0,
  id: "id",
  rev: 4,
  attempts: 2,
  maxAttempts: 15,
  isOnProbation: false,
  payload: null,
  dedupeKey: "key",
  targetType: "video",
  targetId: "v",
  targetLabel: "Video",
  triggeredBy: "manual",
  batchId: null
}
const visible = () => {
  const attempt = new Attempt(claim)
  const change = attempt.becomeVisible(performance.now())
  return { attempt, change }
}

test("increases the revision when an attempt becomes visible and when it ends", () => {
  const short = new Attempt(claim)
  expect(short.isVisible).toBe(false)
  expect(short.end({ state: State.completed })).toMatchObject({ rev: 5, attempts: 3, state: State.completed })
  const { attempt, change } = visible()
  expect(change).toMatchObject({ rev: 5, attempts: 3, state: State.started, key: "key" })
  expect(attempt.isVisible).toBe(true)
  expect(attempt.end({ state: State.failed, retryIn: 2 })).toMatchObject({ rev: 6, attempts: 3, retryIn: 2 })
})

test("does not count an interrupted attempt", () => {
  expect(new Attempt(claim).interrupt("release")).toMatchObject({ state: State.dropped, attempts: 2 })
  expect(new Attempt(claim).interrupt("cancel")).toMatchObject({ state: State.dropped, attempts: 2 })
  expect(visible().attempt.interrupt("release")).toMatchObject({ state: State.queued, rev: 6, attempts: 2 })
  expect(visible().attempt.interrupt("cancel")).toMatchObject({ state: State.dropped, attempts: 2 })
  expect(dropClaim(claim)).toEqual({ claim, state: State.dropped, rev: 4, attempts: 2 })
})

test("multiplies the time limit of a group by its number of jobs, at most by four", () => {
  const attempt = new Attempt(claim)
  const isLongAfter = (millis: number, together?: number) =>
    attempt.isLong(performance.now() + millis, together)
  expect([isLongAfter(40), isLongAfter(60)]).toEqual([false, true])
  expect([isLongAfter(140, 3), isLongAfter(160, 3)]).toEqual([false, true])
  expect([isLongAfter(190, 100), isLongAfter(210, 100)]).toEqual([false, true])
})

import { expect, test } from "vitest"
import type { Claim } from "./StepCall.ts"
import { WaitingClaims } from "./WaitingClaims.ts"

const claim = (id: string, isOnProbation = false): Claim => ({
  slot: 0,
  id,
  rev: 1,
  attempts: 0,
  maxAttempts: 15,
  isOnProbation,
  payload: null,
  dedupeKey: null,
  targetType: "video",
  targetId: "v",
  targetLabel: "Video",
  triggeredBy: "manual",
  batchId: null
})

test("returns claims in order and marks canceled ones", () => {
  const waiting = new WaitingClaims([claim("a"), claim("b"), claim("c")])
  expect(waiting.take()?.claim.id).toBe("a")
  waiting.cancel("c")
  waiting.cancel("a")
  waiting.cancel("unknown")
  waiting.add([claim("d")])
  expect(waiting.ids).toEqual(["b", "c", "d"])
  expect(
    [waiting.take(), waiting.take(), waiting.take(), waiting.take()].map((one) => one?.isCancelled)
  ).toEqual([false, true, false, undefined])
  waiting.add([claim("a")])
  expect(waiting.take()?.isCancelled).toBe(false)
})

test("forgets released claims together with their cancellations", () => {
  const waiting = new WaitingClaims([claim("a", true), claim("b")])
  expect(waiting.isOnProbation).toBe(true)
  waiting.cancel("b")
  expect(waiting.release()).toBe(true)
  expect([waiting.release(), waiting.count, waiting.isOnProbation]).toEqual([false, 0, false])
  waiting.add([claim("b")])
  expect(waiting.take()?.isCancelled).toBe(false)
})

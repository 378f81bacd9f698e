import { expect, it } from "vitest"
import { etaOfQueues, longestKnownEta } from "./queueLoad"

const queue = (etaSeconds: number | null) => ({
  queued: 3,
  started: 1,
  failed: 0,
  isPaused: false,
  etaSeconds,
  completedLastHour: 5
})

it("returns the longest known estimate even if some estimates are unknown", () => {
  const queues = [queue(780), queue(60), queue(null)]
  expect([etaOfQueues(queues), longestKnownEta(queues)]).toEqual([undefined, 780])
  expect(longestKnownEta([queue(null)])).toBeUndefined()
})

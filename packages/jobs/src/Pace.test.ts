import { expect, test } from "vitest"
import { etaOf, type Load, paceOf } from "./Pace.ts"

const idle: Load = { queued: 0, started: 0, isPaused: false, minutes: [] }
const minute = (age: number, settled: number, busyMs = settled * 40, firstAge = age) => ({
  age,
  settled,
  busyMs,
  firstAge
})

test("estimates 0 seconds for an empty queue", () => {
  expect(paceOf(idle)).toEqual({ perSecond: null, etaSeconds: 0 })
  expect(paceOf({ ...idle, isPaused: true }).etaSeconds).toBe(0)
  expect(paceOf({ ...idle, minutes: [minute(20, 500)] }).etaSeconds).toBe(0)
})

test("measures the speed of a new queue from the end of its first job", () => {
  const pace = paceOf({ ...idle, queued: 2_990, started: 10, minutes: [minute(50, 500, 20_000, 20)] })
  expect(pace).toEqual({ perSecond: 25, etaSeconds: 120 })
})

test("measures the rate only since the last interval without finished jobs", () => {
  const load = { ...idle, queued: 1_000, minutes: [minute(30, 600, 24_000, 30), minute(600, 6, 240, 600)] }
  expect(paceOf(load).perSecond).toBe(20)
  const steady = [minute(30, 600), minute(90, 600), minute(150, 600)]
  expect(paceOf({ ...idle, queued: 1_000, minutes: steady }).perSecond).toBe(12)
})

test("estimates the speed of a slow queue from the duration and the number of its running jobs", () => {
  const slow = { ...idle, queued: 3, started: 1, minutes: [minute(700, 2, 120_000)] }
  expect(paceOf(slow).etaSeconds).toBe(240)
  expect(paceOf({ ...slow, started: 2 }).etaSeconds).toBe(150)
})

test("returns null for a time that cannot be estimated", () => {
  expect(paceOf({ ...idle, queued: 5, started: 1 })).toEqual({ perSecond: null, etaSeconds: null })
  // No job is running, so it is unknown when the next job starts.
  expect(paceOf({ ...idle, queued: 5, minutes: [minute(700, 2, 120_000)] }).etaSeconds).toBeNull()
  expect(paceOf({ ...idle, queued: 5, isPaused: true, minutes: [minute(30, 600)] }).etaSeconds).toBeNull()
  // One second is too short to measure a rate, even with 20 finished jobs.
  expect(paceOf({ ...idle, queued: 500, minutes: [minute(1, 20, 0, 1)] }).etaSeconds).toBeNull()
})

test("returns the time of the slowest queue as the total, or null if a queue's time is unknown", () => {
  const queue = (etaSeconds: number | null, over: object = {}) => ({
    ...idle,
    queued: 1,
    etaSeconds,
    ...over
  })
  expect(etaOf([])).toBe(0)
  expect(etaOf([queue(60), queue(180), queue(0, { queued: 0 })])).toBe(180)
  expect(etaOf([queue(60), queue(null)])).toBeNull()
  expect(etaOf([queue(60), queue(null, { isPaused: true })])).toBe(60)
  expect(etaOf([queue(null, { isPaused: true })])).toBeNull()
})

import { expect, it } from "vitest"
import { afterExit, initialBackoff } from "./Backoff.ts"

it("doubles the delay from half a second up to thirty seconds", () => {
  const delays: Array<number> = []
  for (let pending = initialBackoff; delays.length < 8;) {
    const { delay, next } = afterExit(pending, 100)
    delays.push(delay)
    pending = next
  }
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

it("resets to the shortest delay after a minute without a crash", () => {
  expect(afterExit(30_000, 60_000)).toEqual({ delay: 500, next: 1000 })
})

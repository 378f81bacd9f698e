import { expect, test } from "vitest"
import { retryDelaySeconds } from "./Backoff.ts"

test("doubles the retry delay up to an hour and varies it by a fifth", () => {
  expect(retryDelaySeconds(1, 0.5)).toBe(2)
  expect(retryDelaySeconds(5, 0.5)).toBe(32)
  expect(retryDelaySeconds(14, 0.5)).toBe(3_600)
  expect(retryDelaySeconds(3, 0)).toBeCloseTo(6.4)
  expect(retryDelaySeconds(3, 0.999_999)).toBeLessThan(9.6)
})

test("spreads fifteen attempts over about four and a half hours", () => {
  const hours =
    Array.from({ length: 14 }, (_, n) => retryDelaySeconds(n + 1, 0.5)).reduce((a, b) => a + b) / 3_600
  expect(hours).toBeGreaterThan(4)
  expect(hours).toBeLessThan(5)
})

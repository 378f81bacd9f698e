import { expect, test } from "vitest"
import { nextTake } from "./BatchSize.ts"

test("claims batches of about 100 ms with 1 to 500 jobs", () => {
  expect(nextTake(2, 0.01)).toBe(8)
  expect(nextTake(500, 0.01)).toBe(500)
  expect(nextTake(500, 10)).toBe(10)
  expect(nextTake(500, 60_000)).toBe(1)
  expect(nextTake(1, 0)).toBe(4)
})

test("rounds the number of claimed jobs down to whole groups", () => {
  expect(nextTake(16, 5, 16)).toBe(16)
  expect(nextTake(64, 2, 16)).toBe(48)
  expect(nextTake(16, 20, 16)).toBe(5)
})

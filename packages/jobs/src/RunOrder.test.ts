import { expect, test } from "vitest"
import { partsOf, windowsOf } from "./RunOrder.ts"

const totals = { queued: 10, started: 2, completed: 100, failed: 5, retrying: 1, cancelled: 3 }
const names = (offset: number, limit: number) =>
  windowsOf(partsOf(undefined, totals), offset, limit).map(
    (part) => `${part.name} ${part.offset}+${part.limit}`
  )

test("divides a page into ranges of running, queued, retrying and finished runs", () => {
  expect(names(0, 5)).toEqual(["running 0+2", "queued 0+3"])
  expect(names(5, 10)).toEqual(["queued 3+7", "retrying 0+1", "finished 0+2"])
  expect(names(13, 10)).toEqual(["finished 0+10"])
  expect(names(115, 10)).toEqual(["finished 102+5"])
  expect(names(1_000, 10)).toEqual([])
})

test("returns parts of the list whose run counts add up to the total for a status", () => {
  const count = (status: Parameters<typeof partsOf>[0]) =>
    partsOf(status, totals).reduce((sum, part) => sum + part.count, 0)
  expect(count(undefined)).toBe(120)
  expect(count("active")).toBe(13)
  expect(count("failed")).toBe(5)
  expect(count("cancelled")).toBe(3)
})

import * as Schema from "effect/Schema"
import { afterEach, expect, it, vi } from "vitest"
import { isUuid, Uuid, uuidv7 } from "./Ids.ts"

afterEach(() => vi.useRealTimers())

const many = (count: number) => Array.from({ length: count }, uuidv7)

it("creates ids that are valid, distinct and sorted by creation time", () => {
  const ids = many(50_000)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  for (const id of ids.slice(0, 1_000))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Math.abs(Number.parseInt(ids[0]!.replace("-", "").slice(0, 12), 16) - Date.now())).toBeLessThan(
    10_000
  )
})

it("creates ids in ascending order even when the clock goes backwards", () => {
  const before = many(3)
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  const ids = [...before, ...many(10_000)]
  expect([...ids].sort()).toEqual(ids)
})

it.each([
  "",
  "x",
  "0190000000007000800000000001",
  "01900000-0000-7000-8000-00000000000G",
  "01900000-0000-7000-8000-000000000001\n",
  "{01900000-0000-7000-8000-000000000001}",
  "01900000-0000-7000-8000-00000000000A"
])("rejects %j as an id", (text) => {
  expect(isUuid(text)).toBe(false)
  expect(Schema.is(Uuid)(text)).toBe(false)
})

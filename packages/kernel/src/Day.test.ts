import { expect, it } from "vitest"
import { isDay, isYear } from "./Day.ts"

it.each(["2024-02-29", "9999-12-31", "0001-01-01"])("accepts the day %s", (text) => {
  expect(isDay(text)).toBe(true)
})

it.each(["2023-02-29", "2024-02-30", "2024-13-01", "0000-01-01", "2024-5-1", "2024-05-31T00:00:00Z", ""])(
  "rejects the day %j",
  (text) => {
    expect(isDay(text)).toBe(false)
  }
)

it("accepts the years 1000 to 2999", () => {
  expect(["2024", "999", "3000", "20245"].map(isYear)).toEqual([true, false, false, false])
})

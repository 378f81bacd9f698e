import { expect, it } from "vitest"
import { isDay, isYear } from "./Day.ts"

it.each(["2024-02-29", "9999-12-31", "0001-01-01"])("%s is a day", (text) => {
  expect(isDay(text)).toBe(true)
})

it.each(["2023-02-29", "2024-02-30", "2024-13-01", "0000-01-01", "2024-5-1", "2024-05-31T00:00:00Z", ""])(
  "%j is not a day",
  (text) => {
    expect(isDay(text)).toBe(false)
  }
)

it("accepts years", () => {
  expect(["2024", "999", "3000", "20245"].map(isYear)).toEqual([true, false, false, false])
})

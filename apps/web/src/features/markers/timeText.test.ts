import { expect, it } from "vitest"
import { secondsOf, timeText } from "./timeText"

it("formats a time and parses it back", () => {
  const times = [0, 5, 65.5, 600, 3_723, 360_000.1]
  expect(times.map(timeText)).toEqual(["0:00", "0:05", "1:05.5", "10:00", "1:02:03", "100:00:00.1"])
  expect(times.map((time) => secondsOf(timeText(time)))).toEqual(times)
  expect(timeText(59.97)).toBe("1:00")
})

it("accepts plain seconds, decimal commas and spaces", () => {
  expect([" 90 ", "1:05,25", "75:00"].map(secondsOf)).toEqual([90, 65.25, 4_500])
  const nonsense = ["", "x", "1:75", "1:99:00", ":5", "1:", "-1", "1:2:3:4", "1e3"]
  expect(nonsense.map(secondsOf)).toEqual(nonsense.map(() => undefined))
})

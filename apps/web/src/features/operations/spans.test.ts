// @vitest-environment node
import { expect, it } from "vitest"
import { ageText, etaText, rateText, runningText, spanText } from "./spans"

it("formats durations", () => {
  const all = [0, 84.4, 999, 1_000, 1_234, 9_949, 31_000, 59_999, 125_000, 3_720_000, 273_600_000]
  expect(all.map(spanText)).toEqual([
    "0 ms",
    "84 ms",
    "999 ms",
    "1.0 s",
    "1.2 s",
    "9.9 s",
    "31 s",
    "1 m 00 s",
    "2 m 05 s",
    "1 h 02 m",
    "3 d 4 h"
  ])
})

it("formats elapsed time in whole seconds", () => {
  expect([0, 1_700, 12_345, 82_000].map(runningText)).toEqual(["1 s", "1 s", "12 s", "1 m 22 s"])
})

it("formats ages and estimates in a single unit", () => {
  expect([-5, 59_000, 60_000, 7_300_000, 200_000_000].map(ageText)).toEqual([
    "< 1 min",
    "< 1 min",
    "1 min",
    "2 h",
    "2 d"
  ])
  expect([1, 44, 55, 170, 5_300, 7_300, 200_000].map(etaText)).toEqual([
    "10 s",
    "50 s",
    "1 min",
    "3 min",
    "88 min",
    "2 h",
    "2 d"
  ])
  expect([24.4, 1_200, 0.12].map(rateText)).toEqual(["24", (1_200).toLocaleString(), "0.1"])
})

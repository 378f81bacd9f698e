import { expect, it } from "vitest"
import { zonelessMoment } from "@/lib/format"
import { exposureText, zoneText } from "./imageFacts"

it("formats exposure times as cameras do", () => {
  expect([0.004, 1 / 60, 0.25, 0.5, 1, 30].map(exposureText)).toEqual([
    "1/250",
    "1/60",
    "1/4",
    "0.5",
    "1",
    "30"
  ])
})

it("shows the camera's local time, regardless of the browser's time zone", () => {
  expect(zonelessMoment("2024-05-31T23:30:05")).toMatch(/31.*11:30/)
})

it("formats time zones as offsets such as UTC+05:30", () => {
  expect([330, -480, 0].map(zoneText)).toEqual(["UTC+05:30", "UTC−08:00", "UTC+00:00"])
})

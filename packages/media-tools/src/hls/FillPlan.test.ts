import { expect, it } from "vitest"
import { planFill } from "./FillPlan.ts"
import type { Rendition } from "./Ladder.ts"

const rendition = (height: number, mode: Rendition["mode"]) => ({ height, mode }) as Rendition
const top = rendition(1080, "copy")
const middle = rendition(720, "encode")
const low = rendition(480, "encode")
const plan = (ready: Readonly<Record<number, ReadonlyArray<number>>>, segments: number) =>
  planFill(
    [top, middle, low],
    new Map(Object.entries(ready).map(([height, ns]) => [Number(height), new Set(ns)])),
    segments
  ).map((task) => [task.renditions.map((r) => r.height), task.from, task.to])

it("fills an empty cache in two runs: the copy first, then all encoded renditions together", () => {
  expect(plan({}, 5)).toEqual([
    [[1080], 0, 5],
    [[720, 480], 0, 5]
  ])
})

it("returns no runs for a full cache", () => {
  expect(plan({ 1080: [0, 1], 720: [0, 1], 480: [0, 1] }, 2)).toEqual([])
})

it("plans runs only for missing segments", () => {
  expect(plan({ 1080: [0, 1, 2, 3], 720: [1], 480: [1, 2] }, 4)).toEqual([
    [[720, 480], 0, 1],
    [[720], 2, 3],
    [[720, 480], 3, 4]
  ])
})

it("splits very long gaps into several runs", () => {
  expect(plan({ 1080: range(4_500), 720: [], 480: range(4_500) }, 4_500)).toEqual([
    [[720], 0, 2_000],
    [[720], 2_000, 4_000],
    [[720], 4_000, 4_500]
  ])
})

const range = (count: number) => Array.from({ length: count }, (_, n) => n)

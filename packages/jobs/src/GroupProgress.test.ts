import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { groupProgress, partsDone } from "./GroupProgress.ts"
import type { Progress } from "./JobContext.ts"

const recording = () => {
  const shown: Array<Progress> = []
  const progress = (one: Progress) => Effect.sync(() => void shown.push(one))
  return { shown, context: { progress } }
}

it("shows the group's progress on each of its jobs", () => {
  const jobs = [recording(), recording()]
  const next = groupProgress(jobs, "Reading")
  Effect.runSync(Effect.zipRight(next, next))
  for (const { shown } of jobs)
    expect(shown).toEqual([
      { phase: "Reading", percent: 50 },
      { phase: "Reading", percent: 100 }
    ])
})

it("limits the progress updates of a large group to about ten", () => {
  const jobs = Array.from({ length: 64 }, recording)
  const next = groupProgress(jobs, "Reading")
  for (let n = 0; n < jobs.length; n += 1) Effect.runSync(next)
  expect(jobs[0]!.shown.length).toBeGreaterThan(7)
  expect(jobs[0]!.shown.length).toBeLessThan(11)
})

it("reports the completed parts of a total as a percentage", () => {
  const { context, shown } = recording()
  const report = partsDone(context, "Sorting")
  Effect.runSync(Effect.all([report(1, 4), report(0, 0)]))
  expect(shown.map(({ percent }) => percent)).toEqual([25, 100])
})

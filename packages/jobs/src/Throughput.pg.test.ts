import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PermanentFailure } from "./Failures.ts"
import * as JobControl from "./JobControl.ts"
import * as JobRuns from "./JobRuns.ts"
import { queueSummaries } from "./QueueSummaries.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"
import { throughput } from "./Throughput.ts"
import { workSummary } from "./WorkSummary.ts"

let harness: Harness
beforeAll(async () => {
  harness = await makeHarness()
})
afterAll(() => harness.close())

const queueOf = async (name: string) =>
  (await harness.run(queueSummaries())).find((queue) => queue.name === name)

test("estimates when a slow queue will finish from the durations of past jobs", async () => {
  await harness.startWorker([
    testProcessor("preview", (n) =>
      n === 3
        ? Effect.fail(new PermanentFailure({ message: "torn" }))
        : Effect.as(Effect.sleep(n === 9 ? 60_000 : 120), null)
    )
  ])
  const [first] = await harness.enqueue([1, 2, 3].map((n) => item("preview", n)))
  await eventually(async () => (await queueOf("preview"))?.failedLastDay === 1)
  const [minute] = await harness.rows(
    "select sum(busy_ms)::int as busy, min(first_at) > now() - interval '1 min' as is_new from job_throughput"
  )
  expect(minute).toMatchObject({ is_new: true })
  expect(minute?.["busy"]).toBeGreaterThanOrEqual(240)
  const [run] = await harness.run(JobRuns.byIds([first!.jobRunId]))
  expect(run?.durationMs).toBeGreaterThanOrEqual(119)

  await harness.enqueue([item("preview", 9), item("preview", 10)])
  await eventually(async () => (await queueOf("preview"))?.started === 1)
  const summary = await harness.run(workSummary())
  expect(summary).toMatchObject({ running: 1, queued: 1 })
  expect(summary.etaSeconds).toBeGreaterThan(0)
  await harness.run(JobControl.pauseQueue("preview"))
  expect((await queueOf("preview"))?.etaSeconds).toBeNull()
  await harness.run(JobControl.cancelAll())
  expect((await harness.run(workSummary())).etaSeconds).toBe(0)
})

test("returns one throughput point per complete interval, with zeros for idle intervals", async () => {
  await harness.rows("truncate job_throughput")
  await harness.rows(`insert into job_throughput (queue, minute, completed, failed)
    select q, date_trunc('minute', now()) - make_interval(mins => m), 10, 1
    from generate_series(1, 2) q, generate_series(0, 90) m`)
  const hour = await harness.run(throughput(3_600, 60))
  expect(hour).toHaveLength(60)
  expect(hour.every((point) => point.completed === 20 && point.failed === 2)).toBe(true)
  const day = await harness.run(throughput(86_400, 600))
  expect(day).toHaveLength(144)
  expect(day.at(-1)).toMatchObject({ completed: 200, failed: 20 })
  expect(day[0]).toMatchObject({ completed: 0, failed: 0 })
})

import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import { PermanentFailure, RetryableFailure } from "./Failures.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

test("stores a job's result and events", async () => {
  await harness.startWorker([testProcessor("preview", (n) => Effect.succeed({ doubled: n * 2 }))])
  const [queued] = await harness.enqueue([item("preview", 21)])
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
  expect(await harness.jobs()).toMatchObject([
    { id: queued?.jobRunId, attempts: 1, result: { doubled: 42 }, error: null }
  ])
  expect(await harness.rows("select type from events order by position")).toEqual([
    { type: "jobs.queued.v1" },
    { type: "jobs.settled.v1" }
  ])
})

test("runs jobs with a lower priority number first, and jobs of equal priority in queue order", async () => {
  const ran: Array<number> = []
  await harness.enqueue([
    item("fingerprint", 1),
    item("fingerprint", 2, { priority: 5 }),
    item("fingerprint", 3, { priority: -5 }),
    item("fingerprint", 4)
  ])
  await harness.startWorker([testProcessor("fingerprint", (n) => Effect.sync(() => (ran.push(n), null)))])
  await eventually(async () => (await harness.jobs()).every((job) => job.state === 2))
  expect(ran).toEqual([3, 1, 4, 2])
})

test("retries a failing run and gives up after the fifteenth attempt", async () => {
  await harness.startWorker([
    testProcessor("media-probe", () =>
      Effect.fail(new RetryableFailure({ message: "busy", detail: "later" }))
    )
  ])
  const [queued] = await harness.enqueue([item("media-probe", 1)])
  for (let attempt = 1; attempt < 15; attempt++) {
    await eventually(async () => {
      const [job] = await harness.jobs()
      return job?.state === 3 && job.attempts === attempt
    })
    const [wait] = await harness.rows(
      "select extract(epoch from run_at - finished_at)::float8 as seconds from jobs"
    )
    expect(wait?.["seconds"]).toBeGreaterThanOrEqual(Math.min(3_600, 2 ** attempt) * 0.79)
    expect(wait?.["seconds"]).toBeLessThanOrEqual(Math.min(3_600, 2 ** attempt) * 1.21)
    await harness.rows("update jobs set run_at = now()")
    await harness.rows("select jobs_promote(), pg_notify('jobs', 'media-probe')")
  }
  await eventually(async () => (await harness.jobs())[0]?.state === 4)
  expect(await harness.jobs()).toMatchObject([
    { id: queued?.jobRunId, attempts: 15, error: { message: "busy", detail: "later" } }
  ])
  expect(await harness.rows("select count(*)::int as n from job_attempts")).toEqual([{ n: 15 }])
})

test("retries a failed run on time even if the clock was set back", async () => {
  let tries = 0
  await harness.rows("select jobs_heartbeat(gen_random_uuid(), 1, 'host', 1, '{preview}', '{}', '{}')")
  await harness.rows("update workers set seen_at = now() + interval '1 day'")
  await harness.startWorker([
    testProcessor("preview", () =>
      ++tries === 1 ? Effect.fail(new RetryableFailure({ message: "busy" })) : Effect.succeed(null)
    )
  ])
  await harness.enqueue([item("preview", 1)])
  await eventually(async () => (await harness.jobs())[0]?.state === 3)
  await harness.rows("update jobs set run_at = run_at + interval '1 day'")
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
  expect(await harness.rows("select count(*)::int as n from workers")).toEqual([{ n: 1 }])
})

test("gives up on a run after a permanent failure, but retries a run after a defect", async () => {
  await harness.startWorker([
    testProcessor("preview", () => Effect.fail(new PermanentFailure({ message: "corrupt" }))),
    testProcessor("audio-probe", () => Effect.die(new Error("bug")))
  ])
  await harness.enqueue([
    item("preview", 1),
    { ...item("preview", 2), payload: { n: "text" } },
    item("audio-probe", 3)
  ])
  await eventually(
    async () => (await harness.rows("select state from jobs where state in (0, 1)")).length === 0
  )
  const rows = await harness.rows("select state, error ->> 'message' as message from jobs order by id")
  expect(rows).toEqual([
    { state: 4, message: "corrupt" },
    { state: 4, message: "The data of this job does not match the format of its queue" },
    { state: 3, message: "bug" }
  ])
})

test("releases jobs that were claimed while the worker was stopping", async () => {
  await harness.enqueue([item("preview", 1)])
  const lock = await harness.pool.connect()
  await lock.query("begin")
  await lock.query("select from queues where name = 'preview' for update")
  const stop = await harness.startWorker([testProcessor("preview", () => Effect.succeed(null))])
  await eventually(async () => {
    const waiting = await harness.rows(
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%jobs_step(%'"
    )
    return waiting.length > 0
  })
  const stopped = stop()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await lock.query("commit")
  lock.release()
  await stopped
  expect(await harness.jobs()).toMatchObject([{ state: 0, attempts: 0 }])
  expect(await harness.rows("select owner from slots where owner is not null")).toEqual([])
})

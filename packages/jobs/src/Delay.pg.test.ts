import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import * as JobControl from "./JobControl.ts"
import { queueSummaries } from "./QueueSummaries.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const delayed = (delaySeconds: number, triggeredBy = "system") =>
  item("media-probe", 1, { dedupeKey: "k", delaySeconds, triggeredBy })
const now = (triggeredBy = "system") => item("media-probe", 1, { dedupeKey: "k", triggeredBy })
/** Returns the seconds until the only job may run. Null if it may run now. */
const wait = async () => {
  const [row] = await harness.rows("select extract(epoch from run_at - now())::float8 as s from jobs")
  return row?.["s"] ?? null
}
/** Makes a delayed job due now, so that tests do not depend on the length of a delay. */
const comesDue = () => harness.rows("update jobs set run_at = now() where run_at is not null")
const counting = () => {
  let runs = 0
  const processor = testProcessor("media-probe", () =>
    Effect.as(
      Effect.sync(() => (runs += 1)),
      null
    )
  )
  return { processor, runs: () => runs }
}

test("lists a delayed job and claims it when it is due", async () => {
  const { processor, runs } = counting()
  await harness.startWorker([processor])
  await harness.enqueue([delayed(3_600)])
  expect((await harness.run(queueSummaries())).find(({ name }) => name === "media-probe")).toMatchObject({
    queued: 0,
    oldestQueuedAt: null
  })
  expect(runs()).toBe(0)
  await comesDue()
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
  expect(runs()).toBe(1)
  const [later] = await harness.enqueue([delayed(3_600)])
  expect(await harness.run(JobControl.cancel(later?.jobRunId ?? ""))).toBe(true)
})

test("ends a delay that began before the clock was set back", async () => {
  const { processor, runs } = counting()
  await harness.enqueue([delayed(60)])
  await harness.rows(
    "update jobs set queued_at = queued_at + interval '1 day', run_at = run_at + interval '1 day'"
  )
  await harness.startWorker([processor])
  await eventually(() => Promise.resolve(runs() === 1))
})

test("replaces the delay of a queued job with the delay of a later request", async () => {
  await harness.enqueue([delayed(100)])
  expect((await harness.enqueue([delayed(500)]))[0]?.isNew).toBe(false)
  await harness.rows("select jobs_rerun()")
  expect(await wait()).toBeGreaterThan(400)
  await harness.enqueue([delayed(50)])
  await harness.rows("select jobs_rerun()")
  expect(await wait()).toBeLessThan(60)
  await harness.enqueue([now(), delayed(50)])
  await harness.rows("select jobs_rerun()")
  expect(await wait()).toBe(null)
})

test("runs a job again if it queued itself with a delay", async () => {
  let runs = 0
  await harness.startWorker([
    testProcessor("media-probe", (_, context) =>
      Effect.gen(function* () {
        runs += 1
        if (context.attempt === 1) yield* Effect.promise(() => harness.enqueue([delayed(3_600)]))
        return null
      })
    )
  ])
  await harness.enqueue([now()])
  await eventually(() => Promise.resolve(runs === 1))
  await eventually(async () => (await wait()) !== null)
  expect(runs).toBe(1)
  await comesDue()
  await eventually(() => Promise.resolve(runs === 2))
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
  expect(await harness.rows("select 1 from job_rerun_requests")).toEqual([])
  expect(await harness.jobs()).toMatchObject([{ attempts: 2 }])
})

const waitsFor = { reason: "Starts when it is played", otherwise: "Nobody played it" }
const waiting = (delaySeconds: number) => item("media-probe", 1, { dedupeKey: "k", delaySeconds, waitsFor })
const shown = async () =>
  (await harness.rows("select state, waits_for ->> 'reason' as reason, error from jobs"))[0]

test("shows what a run waits for, and lets later requests extend the wait or end it", async () => {
  const { processor, runs } = counting()
  await harness.startWorker([processor])
  await harness.enqueue([waiting(100)])
  expect(await shown()).toEqual({ state: 0, reason: waitsFor.reason, error: null })
  await harness.enqueue([waiting(500)])
  await eventually(async () => Number(await wait()) > 400)
  expect(await shown()).toMatchObject({ state: 0, reason: waitsFor.reason })
  await harness.enqueue([now()])
  await eventually(async () => (await shown())?.["state"] === 2)
  expect([runs(), await shown()]).toMatchObject([1, { reason: null, error: null }])
})

test("cancels a waiting run with a reason if the awaited request never comes", async () => {
  const { processor, runs } = counting()
  await harness.startWorker([processor])
  await harness.enqueue([waiting(1)])
  await eventually(async () => (await shown())?.["state"] === 5)
  expect(await shown()).toEqual({ state: 5, reason: null, error: { message: waitsFor.otherwise } })
  expect(runs()).toBe(0)
})

test("does not apply a wait to a run that is already queued or running", async () => {
  await harness.enqueue([now()])
  expect((await harness.enqueue([waiting(1)]))[0]?.isNew).toBe(false)
  expect(await harness.rows("select 1 from job_rerun_requests")).toEqual([])
  expect(await wait()).toBe(null)
})

test("does not treat a delayed job like a job that is held because its workers died", async () => {
  await harness.enqueue([delayed(0.01)])
  await harness.rows("select pg_sleep(0.05)")
  await harness.rows("select jobs_resolve_held()")
  expect(await wait()).not.toBe(null)
  await harness.rows("select jobs_promote()")
  expect(await harness.rows("select run_at, is_held from jobs")).toEqual([{ run_at: null, is_held: false }])
  expect(await harness.rows("select probation from queues where name = 'media-probe'")).toEqual([
    { probation: 0 }
  ])
})

test("locks queues in order when delays end, to avoid deadlocks", async () => {
  const [low, high] = (
    await harness.rows("select name from queues where name in ('media-probe', 'preview') order by id")
  ).map((row) => row["name"] as "media-probe" | "preview")
  await harness.enqueue([
    item(low!, 1, { delaySeconds: 100 }),
    item(high!, 1, { delaySeconds: 100, waitsFor })
  ])
  await comesDue()
  const other = await harness.pool.connect()
  try {
    await other.query("begin")
    await other.query("select 1 from queues where name = $1 for update", [low])
    const promoted = harness.rows("select jobs_promote()")
    await eventually(
      async () =>
        (
          await harness.rows(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
          )
        ).length === 1
    )
    await other.query("select 1 from queues where name = $1 for update", [high])
    await other.query("commit")
    expect(await promoted).toEqual([{ jobs_promote: low }])
  } finally {
    other.release()
  }
})

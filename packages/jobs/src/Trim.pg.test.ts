import { afterEach, beforeEach, expect, test } from "vitest"
import * as JobControl from "./JobControl.ts"
import * as Effect from "effect/Effect"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const events = async () =>
  (
    await harness.rows(
      "select type, count(*)::int as n from events where type like 'jobs.%' group by 1 order by 1"
    )
  ).map(({ n, type }) => [type, n])
const age = () => harness.rows("update events set at = at - interval '2 days'")
const trim = async (chunk = 100) => (await harness.rows("select jobs_trim_log($1) as n", [chunk]))[0]?.["n"]

test("what the log says of deleted runs goes with them, what it says of others stays and rebuilds them", async () => {
  const stop = await harness.startWorker([testProcessor("preview", () => Effect.succeed({ ok: true }))])
  // One call for two queues, of which one works.
  await harness.enqueue([item("preview", 1), item("preview", 2), item("audio-scan", 3)])
  await harness.enqueue([item("preview", 4)])
  await eventually(async () => (await harness.rows("select 1 from jobs where state = 2")).length === 3)
  await stop()
  await harness.run(JobControl.pauseQueue("preview"))
  expect(await harness.run(JobControl.clearFinished())).toBe(3)
  const [queued] = await harness.rows(
    "select data -> 'items' as items from events where type = 'jobs.queued.v1'"
  )
  expect(queued?.["items"]).toMatchObject([{ queue: "audio-scan" }])
  // Readers that are a little behind still find how the runs ended.
  expect(await trim()).toBe(0)
  await age()
  expect(Number(await trim())).toBeGreaterThanOrEqual(2)
  expect(await events()).toEqual([
    ["jobs.queue-paused.v1", 1],
    ["jobs.queued.v1", 1]
  ])
  await harness.rows("create table rebuilt (like jobs including defaults)")
  await harness.rows("select rebuild_job_runs('rebuilt')")
  expect(await harness.rows("select id, run_at from rebuilt")).toEqual(
    await harness.rows("select id, run_at from jobs")
  )
})

test("a round looks at so many events, goes on behind them, and begins again", async () => {
  for (let n = 0; n < 6; n++) {
    await harness.enqueue([item("preview", n)])
    await harness.run(JobControl.cancelAll("preview"))
  }
  await harness.rows("delete from jobs where id in (select id from jobs order by id offset 3)")
  await age()
  const trimmed = async () =>
    (await harness.rows("select trimmed from queues where name = 'preview'"))[0]?.["trimmed"]
  expect([await trim(2), await trimmed()]).toEqual([0, 2])
  expect([await trim(2), await trimmed()]).toEqual([1, 4])
  expect([await trim(2), await trimmed()]).toEqual([2, 6])
  expect([await trim(2), await trimmed()]).toEqual([0, 0])
  await harness.rows("delete from jobs")
  expect(await trim(10)).toBe(3)
})

test("a call that only names what is queued already leaves no event", async () => {
  await harness.enqueue([item("preview", 1, { dedupeKey: "k" })])
  await harness.enqueue([item("preview", 1, { dedupeKey: "k" })])
  expect(await events()).toEqual([["jobs.queued.v1", 1]])
})

import { afterEach, beforeEach, expect, test } from "vitest"
import * as JobControl from "./JobControl.ts"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { trimLog } from "./TrimLog.ts"
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
const trim = async (chunk = 100) =>
  (await harness.rows("select sum(jobs_trim_log(id, $1))::int as n from queues", [chunk]))[0]?.["n"]

test("removes the events of deleted runs, and a rebuild from the log still restores all other runs", async () => {
  const stop = await harness.startWorker([testProcessor("preview", () => Effect.succeed({ ok: true }))])
  // One call queues jobs for two queues. Only one of the queues runs.
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
  // Recent events are kept, so that readers that are slightly behind can still see how the runs ended.
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

test("examines a limited number of events per round, then resumes", async () => {
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

test("does not lock a queue while it examines the events of other queues", async () => {
  for (const name of ["library-scan", "preview"] as const)
    await harness.rows(
      `insert into events (stream_id, version, type, data, at)
       select stream_id, n, 'jobs.settled.v1', '{"items": []}', now() - interval '2 days' from queues, generate_series(1, 1001) n where name = $1`,
      [name]
    )
  const blocker = await harness.pool.connect()
  await blocker.query("begin")
  await blocker.query(
    "select 1 from events where stream_id = (select stream_id from queues where name = 'preview') for update"
  )
  const trimming = Effect.runFork(
    trimLog((_, text, values = []) => Effect.promise(() => harness.rows(text, values)))
  )
  // The trim now waits for the events of `preview`, which the blocker has locked. It has already finished with
  // `library-scan`.
  await eventually(
    async () =>
      (
        await harness.rows(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        )
      ).length > 0
  )
  expect(
    await harness.rows("select name from queues where name = 'library-scan' for update nowait")
  ).toHaveLength(1)
  await blocker.query("commit")
  blocker.release()
  await Effect.runPromise(Fiber.join(trimming))
  expect(await harness.rows("select count(*)::int as n from events where type = 'jobs.settled.v1'")).toEqual([
    { n: 0 }
  ])
})

test("does not write an event if all jobs are already queued", async () => {
  await harness.enqueue([item("preview", 1, { dedupeKey: "k" })])
  await harness.enqueue([item("preview", 1, { dedupeKey: "k" })])
  expect(await events()).toEqual([["jobs.queued.v1", 1]])
})

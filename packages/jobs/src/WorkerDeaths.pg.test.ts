import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import * as JobControl from "./JobControl.ts"
import { makeDeaths } from "./testing/Deaths.ts"
import { type Harness, item, makeHarness } from "./testing/Harness.ts"

let harness: Harness
let deaths: ReturnType<typeof makeDeaths>
beforeEach(async () => {
  harness = await makeHarness()
  deaths = makeDeaths(harness)
})
afterEach(() => harness.close())

const crash = async (count = 1) => {
  const worker = await deaths.start(count)
  await deaths.replaceCrashed(worker.pid)
  await deaths.round()
  return worker.ids
}
const kill = async (count = 1) => {
  const { ids } = await deaths.start(count)
  await deaths.round()
  return ids
}
const states = async () => (await harness.jobs()).map(({ state }) => state)

test("gives up on a job that crashed its worker twice", async () => {
  await harness.enqueue([item("preview", 1), item("preview", 2)])
  await crash()
  expect(await harness.jobs()).toMatchObject([{ state: 0, attempts: 1 }, { state: 0 }])
  await crash()
  expect(await harness.jobs()).toMatchObject([
    { state: 4, attempts: 2, error: { message: "The worker died twice while it ran this job" } },
    { state: 0, attempts: 0 }
  ])
})

test("delays a job whose worker was killed twice, retries it once, then gives up on it", async () => {
  await harness.enqueue([item("preview", 1)])
  await kill()
  await kill()
  expect(await harness.jobs()).toMatchObject([{ state: 0, attempts: 2 }])
  expect(await kill(), "held").toEqual([])
  await deaths.wait()
  expect(await kill(), "no worker has lived for long").toEqual([])
  await deaths.settle()
  await deaths.round()
  expect(await kill()).toHaveLength(1)
  expect(await states(), "its process may still come back").toEqual([0])
  await deaths.wait()
  await deaths.round()
  expect(await harness.jobs()).toMatchObject([
    { state: 4, attempts: 3, error: { message: "The worker died 3 times while it ran this job" } }
  ])
})

test("retries jobs one at a time if each of them may have caused two worker deaths", async () => {
  await harness.run(JobControl.setWorkerConcurrency(2))
  const [culprit, bystander] = await harness.enqueue([item("preview", 1), item("preview", 2)])
  await deaths.settle()
  await harness.rows(
    "update workers set queues = '{preview}', seen_at = now() - interval '26 s' where key <> 77"
  )
  await harness.rows("update workers set seen_at = now() - interval '26 s'")
  expect(await crash(2)).toHaveLength(2)
  await harness.rows("update workers set seen_at = now() - interval '26 s'")
  expect(await crash(2)).toHaveLength(2)
  expect(await states()).toEqual([0, 0])
  await harness.rows("update workers set seen_at = now() where key = 77")
  await deaths.wait()
  await deaths.round()
  expect(await crash(2)).toEqual([culprit?.jobRunId])
  await deaths.wait()
  await deaths.round()
  expect(await states()).toEqual([4, 0])
  await deaths.round()
  expect((await deaths.start(1)).ids).toEqual([bystander?.jobRunId])
})

test("does not give up on a job if another job may have caused one of the crashes", async () => {
  await harness.run(JobControl.setWorkerConcurrency(2))
  const [job, culprit] = await harness.enqueue([
    item("preview", 1),
    item("media-probe", 2),
    item("media-probe", 3)
  ])
  const crashAlongside = async () => {
    const worker = await deaths.start()
    await harness.rows(
      "select jobs_step(q.id, null, $1, $2, null, null, 8) from queues q where name = 'media-probe'",
      [worker.id, worker.key]
    )
    await deaths.replaceCrashed(worker.pid)
    await deaths.round()
  }
  const run = async (id = "") =>
    (await harness.rows("select state, attempts, error from jobs where id = $1", [id]))[0]
  await crashAlongside()
  await crashAlongside()
  expect(await run(job?.jobRunId), "of two claims any may have been running at the first").toMatchObject({
    ...{ state: 0, attempts: 2 }
  })
  await crashAlongside()
  expect(await run(culprit?.jobRunId)).toMatchObject({
    ...{ state: 4, attempts: 3, error: { message: "The worker died twice while it ran this job" } }
  })
  expect(await run(job?.jobRunId), "held meanwhile").toMatchObject({ state: 0, attempts: 2 })
})

test("does not blame a job for a worker death once another job is known to have caused it", async () => {
  await harness.run(JobControl.setWorkerConcurrency(2))
  /** Crashes a worker that runs two jobs. The worker can start both jobs only while no other worker counts as alive. */
  const crashTwo = async () => {
    await harness.rows("update workers set seen_at = now() - interval '26 s'")
    expect(await crash(2)).toHaveLength(2)
  }
  await harness.enqueue([item("preview", 1), item("preview", 2)])
  await crashTwo()
  await crash()
  expect(await states()).toEqual([4, 0])
  await harness.enqueue([item("preview", 3)])
  await crashTwo()
  expect(await states()).toEqual([4, 0, 0])
})

test("does not blame jobs for frozen workers, requested stops, or worker deaths before a database restart", async () => {
  await harness.enqueue([item("preview", 1)])
  const frozen = await deaths.start()
  await harness.rows("select pg_try_advisory_lock(7001, $1)", [frozen.key])
  await harness.rows("update slots set lease = now() - interval '1 s' where owner is not null")
  await deaths.round()
  const stopping = await deaths.start()
  await harness.rows("select jobs_deregister($1)", [stopping.id])
  await deaths.round()
  await deaths.start()
  await harness.rows("update slots set lease = pg_postmaster_start_time() where owner is not null")
  await deaths.round()
  expect(await harness.jobs()).toMatchObject([{ state: 0, attempts: 3 }])
  expect(await harness.rows("select 1 from job_attempts where lost_worker is not null")).toEqual([])
})

test("stops blaming a job for a worker death once the worker's process reconnects", async () => {
  await harness.enqueue([item("preview", 1)])
  const first = await deaths.start()
  await deaths.beat(randomUUID(), 5, first.process)
  await deaths.round()
  expect(await harness.rows("select 1 from job_attempts where lost_worker is not null")).toEqual([])
  for (const _ of [1, 2]) {
    const worker = await deaths.start()
    await deaths.round()
    await deaths.beat(randomUUID(), 5, worker.process)
  }
  expect(await harness.jobs()).toMatchObject([{ state: 0, attempts: 3 }])
  expect(await kill()).toHaveLength(1)
  expect(await states()).toEqual([0])
})

test("blames no job if several were claimed and none was recorded as started", async () => {
  await harness.enqueue([1, 2, 3].map((n) => item("preview", n)))
  await harness.rows("select jobs_step(4::smallint, null, gen_random_uuid(), 5, null, null, 8)")
  await deaths.round()
  expect(await harness.rows("select 1 from job_attempts where lost_worker is not null")).toEqual([])
  await harness.rows("select jobs_step(4::smallint, null, gen_random_uuid(), 5, null, null, 8)")
  await deaths.round()
  expect(await harness.rows("select attempt from job_attempts where lost_worker is not null")).toEqual([
    { attempt: 2 }
  ])
})

test("resets a job's count of worker deaths when the job is retried manually", async () => {
  const enqueue = () => harness.enqueue([item("preview", 1, { dedupeKey: "k" })])
  const [run] = await enqueue()
  await crash()
  await crash()
  expect(await states()).toEqual([4])
  expect(await harness.run(JobControl.retry(run?.jobRunId ?? ""))).toBe(true)
  await kill()
  expect(await states()).toEqual([0])
  await kill()
  expect(await kill(), "held").toEqual([])
  expect((await enqueue())[0]?.isNew).toBe(false)
  await deaths.round()
  expect(await kill()).toHaveLength(1)
  expect(await harness.jobs()).toMatchObject([{ state: 0, attempts: 5 }])
  expect(await harness.run(JobControl.cancel(run?.jobRunId ?? ""))).toBe(true)
})

import * as Effect from "effect/Effect"
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"
import { exitOf, makeProcesses, ranTable, removeProgram } from "./testing/Processes.ts"

let harness: Harness
let processes: ReturnType<typeof makeProcesses>
beforeEach(async () => {
  harness = await makeHarness()
  await harness.rows(ranTable)
  processes = makeProcesses(harness)
})
afterEach(async () => {
  await processes.stopAll()
  await harness.close()
})
afterAll(removeProgram)

const isStarted = async () => (await harness.jobs())[0]?.state === 1

test("reruns the job of a killed worker before its lease ends, and counts the attempt", async () => {
  const victim = await processes.start()
  await harness.enqueue([item("preview", 60_000)])
  await eventually(isStarted)
  await exitOf(victim, () => victim.kill("SIGKILL"))
  await harness.startWorker([testProcessor("preview", (_, context) => Effect.succeed(context.attempt))])
  // The job completes within 20 s, but the lease of the killed worker lasts 30 s.
  await eventually(async () => (await harness.jobs())[0]?.state === 2, 20_000)
  expect(await harness.jobs()).toMatchObject([{ attempts: 2, result: 2 }])
})

test("a frozen worker cannot settle a job that another worker took over", async () => {
  const frozen = await processes.start()
  await harness.enqueue([item("preview", 400)])
  await eventually(isStarted)
  frozen.kill("SIGSTOP")
  await harness.rows("update slots set lease = now() - interval '1 s' where owner is not null")
  const ran: Array<number> = []
  await harness.startWorker([
    testProcessor("preview", (_, context) =>
      Effect.sync(() => ran.push(context.attempt)).pipe(
        Effect.zipRight(Effect.sleep(1_500)),
        Effect.as("second")
      )
    )
  ])
  await eventually(async () => ran.length === 1)
  frozen.kill("SIGCONT")
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
  expect(ran).toEqual([2])
  expect(await harness.jobs()).toMatchObject([{ attempts: 2, result: "second" }])
})

test("takes over an expired lease even if the worker is still connected", async () => {
  const frozen = await processes.start()
  await harness.enqueue([item("preview", 60_000)])
  await eventually(isStarted)
  frozen.kill("SIGSTOP")
  expect(await harness.rows("select queue_name from jobs_reap()")).toEqual([])
  await harness.rows("update slots set lease = now() - interval '1 s' where owner is not null")
  expect(await harness.rows("select queue_name, requeued from jobs_reap()")).toEqual([
    { queue_name: "preview", requeued: 1 }
  ])
})

test("a stopping worker finishes short jobs and requeues long ones", async () => {
  const worker = await processes.start()
  await harness.enqueue([item("preview", 60_000), item("fingerprint", 500), item("media-probe", 1)])
  await eventually(async () => (await harness.jobs()).map((job) => job.state).join() === "1,1,2")
  await exitOf(worker, () => worker.kill("SIGTERM"))
  expect(await harness.jobs()).toMatchObject([
    { state: 0, attempts: 0 },
    { state: 2, attempts: 1 },
    { state: 2, attempts: 1 }
  ])
  expect(await harness.rows("select 1 from slots where owner is not null")).toEqual([])
})

test("a worker with a broken control connection stops its jobs and reconnects", async () => {
  const ended: Array<string> = []
  await harness.startWorker([
    testProcessor("preview", (n, context) =>
      n === 1 && context.attempt === 1
        ? Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended.push("interrupted")))
        : Effect.succeed("again")
    )
  ])
  await harness.enqueue([item("preview", 1)])
  await eventually(isStarted)
  const before = await harness.rows("select id from workers")
  await harness.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'media-worker-control' and datname = current_database()"
  )
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
  expect(ended).toEqual(["interrupted"])
  expect(await harness.jobs()).toMatchObject([{ attempts: 2, result: "again" }])
  expect(await harness.rows("select id from workers")).toHaveLength(before.length + 1)
  await harness.enqueue([item("preview", 2)])
  await eventually(async () => (await harness.jobs()).every((job) => job.state === 2))
})

test("gives up on a job that always kills its worker, but completes the other jobs", async () => {
  await harness.enqueue([...Array.from({ length: 20 }, () => item("preview", 0)), item("preview", -1)])
  await harness.enqueue(Array.from({ length: 20 }, () => item("preview", 0)))
  await harness.rows("update jobs set max_attempts = 3 where (payload ->> 'n')::int < 0")
  for (;;) {
    const worker = await processes.start()
    const isDead = exitOf(worker, () => undefined).then(() => true)
    const isDone = eventually(async () => (await harness.jobs()).every((job) => job.state >= 2), 8_000).then(
      () => false,
      () => true
    )
    if (!(await Promise.race([isDead, isDone]))) break
  }
  const jobs = await harness.jobs()
  expect(jobs.filter((job) => job.state === 4).map((job) => [job.payload.n, job.attempts])).toEqual([[-1, 3]])
  expect(jobs.filter((job) => job.state === 2)).toHaveLength(40)
  expect(Math.max(...jobs.filter((job) => job.state === 2).map((job) => job.attempts))).toBeLessThanOrEqual(2)
}, 40_000)

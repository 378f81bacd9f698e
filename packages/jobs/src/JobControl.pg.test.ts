import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { afterEach, beforeEach, expect, test } from "vitest"
import { PermanentFailure } from "./Failures.ts"
import * as JobControl from "./JobControl.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test("canceling a running job kills its child process within a second", async () => {
  let pid = 0
  await harness.startWorker([
    testProcessor("preview", (n) =>
      n === 2
        ? Effect.succeed(null)
        : Effect.acquireUseRelease(
            Effect.sync(() => spawn("sleep", ["60"])),
            (child) =>
              Effect.zipRight(
                Effect.sync(() => (pid = child.pid ?? 0)),
                Effect.never
              ),
            (child) =>
              Effect.async<void>((resume) => {
                child.once("exit", () => resume(Effect.void))
                child.kill("SIGTERM")
              })
          )
    )
  ])
  const [running, behind] = await harness.enqueue([item("preview", 1), item("preview", 2)])
  await eventually(async () => (await harness.jobs())[0]?.state === 1)
  expect(await harness.run(JobControl.cancel(running?.jobRunId ?? ""))).toBe(true)
  await eventually(async () => !isAlive(pid))
  await eventually(async () => (await harness.jobs())[1]?.state === 2)
  expect((await harness.jobs())[0]).toMatchObject({ state: 5, id: running?.jobRunId })
  expect(await harness.run(JobControl.cancel(running?.jobRunId ?? ""))).toBe(false)
  expect(await harness.run(JobControl.cancel(behind?.jobRunId ?? ""))).toBe(false)
})

test("never runs a queued job that was canceled", async () => {
  const ran: Array<number> = []
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  await harness.startWorker([
    testProcessor("preview", (n) => Effect.promise(async () => (ran.push(n), n === 1 && (await gate), null)))
  ])
  const queued = await harness.enqueue([1, 2, 3].map((n) => item("preview", n)))
  await eventually(async () => ran.length === 1)
  await harness.run(JobControl.cancel(queued[1]?.jobRunId ?? ""))
  await new Promise((resolve) => setTimeout(resolve, 100))
  open()
  await eventually(async () => (await harness.jobs())[2]?.state === 2)
  expect(ran).toEqual([1, 3])
})

test("a paused queue starts no jobs until it is resumed", async () => {
  await harness.startWorker([testProcessor("preview", () => Effect.succeed(null))])
  await harness.run(JobControl.pauseQueue("preview"))
  await harness.enqueue([item("preview", 1)])
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect((await harness.jobs())[0]?.state).toBe(0)
  await harness.run(JobControl.resumeQueue("preview"))
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
})

test("limits concurrency across two workers and applies a change while they run", async () => {
  let running = 0
  let most = 0
  const body = testProcessor("preview", () =>
    Effect.gen(function* () {
      most = Math.max(most, ++running)
      yield* Effect.sleep(30)
      running -= 1
      return null
    })
  )
  await harness.run(JobControl.setWorkerConcurrency(4))
  await harness.startWorker([body])
  await harness.startWorker([body])
  await harness.enqueue(Array.from({ length: 60 }, (_, n) => item("preview", n)))
  await eventually(async () => most === 4)
  await harness.run(JobControl.setWorkerConcurrency(2))
  await new Promise((resolve) => setTimeout(resolve, 200))
  most = 0
  await eventually(async () => (await harness.jobs()).every((job) => job.state === 2))
  expect(most).toBe(2)
})

test("two workers share the slots of a queue", async () => {
  const running = [0, 0]
  const most = [0, 0]
  const bodyOf = (worker: 0 | 1) =>
    testProcessor("preview", () =>
      Effect.gen(function* () {
        running[worker] = (running[worker] ?? 0) + 1
        most[worker] = Math.max(most[worker] ?? 0, running[worker])
        yield* Effect.sleep(40)
        running[worker] -= 1
        return null
      })
    )
  await harness.run(JobControl.setWorkerConcurrency(4))
  await harness.startWorker([bodyOf(0)])
  await harness.startWorker([bodyOf(1)])
  await eventually(async () => (await harness.rows("select 1 from workers")).length === 2)
  await harness.enqueue(Array.from({ length: 50 }, (_, n) => item("preview", n)))
  await eventually(async () => (await harness.jobs()).every((job) => job.state === 2))
  expect(most).toEqual([2, 2])
})

test("retries, cancels and clears runs, and returns the number of affected runs", async () => {
  await harness.enqueue([item("preview", 1), item("preview", 2), item("fingerprint", 3)])
  expect(await harness.run(JobControl.cancelAll("preview"))).toBe(2)
  const [first, second] = await harness.jobs()
  expect(await harness.run(JobControl.retry(first?.id ?? ""))).toBe(true)
  expect(await harness.run(JobControl.retry(first?.id ?? ""))).toBe(false)
  expect(await harness.run(JobControl.clearFinished())).toBe(1)
  expect((await harness.jobs()).some((job) => job.id === second?.id)).toBe(false)
  await harness.rows("update jobs set state = 4, attempts = 15")
  expect(await harness.run(JobControl.retryFailed("preview"))).toBe(1)
  expect(await harness.run(JobControl.retryFailed())).toBe(1)
  expect(await harness.jobs()).toMatchObject([
    { state: 0, attempts: 15, max_attempts: 30 },
    { state: 0, attempts: 15, max_attempts: 30 }
  ])
})

test("does not queue a failed run again while a duplicate is unfinished", async () => {
  await harness.enqueue([item("preview", 1, { dedupeKey: "k" })])
  await harness.rows("update jobs set state = 4")
  await harness.enqueue([item("preview", 2, { dedupeKey: "k" })])
  const [failed] = await harness.jobs()
  expect(await harness.run(JobControl.retry(failed?.id ?? ""))).toBe(false)
  expect(await harness.run(JobControl.retryFailed())).toBe(0)
})

test("retention keeps the newest finished runs and deletes old exhausted ones", async () => {
  await harness.enqueue(Array.from({ length: 30 }, (_, n) => item("preview", n)))
  await harness.rows("update jobs set state = 2, finished_at = now()")
  await harness.rows(`update jobs set state = 4, finished_at = now() - interval '91 days'
    where id = (select id from jobs order by id desc limit 1)`)
  expect(await harness.rows("select jobs_purge(14, 10, 90, 5) as n")).toEqual([{ n: 5 }])
  await harness.rows("select jobs_purge(14, 10, 90, 100)")
  expect((await harness.jobs()).map((job) => job.payload.n)).toEqual([19, 20, 21, 22, 23, 24, 25, 26, 27, 28])
})

test("keeps a permanently failed run unchanged when a user cancels it", async () => {
  await harness.startWorker([
    testProcessor("preview", () => new PermanentFailure({ message: "The disk is gone" }))
  ])
  const [run] = await harness.enqueue([item("preview", 1)])
  await eventually(async () => (await harness.jobs())[0]?.state === 4)
  expect(await harness.run(JobControl.cancel(run?.jobRunId ?? "", "anna"))).toBe(false)
  expect((await harness.jobs())[0]).toMatchObject({ state: 4, error: { message: "The disk is gone" } })
  expect(await harness.run(JobControl.cancelRuns([run?.jobRunId ?? ""], "The library was removed"))).toBe(1)
  expect((await harness.jobs())[0]).toMatchObject({ state: 5, error: { message: "The library was removed" } })
})

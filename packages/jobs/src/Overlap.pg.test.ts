import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import { PermanentFailure, RetryableFailure } from "./Failures.ts"
import * as JobControl from "./JobControl.ts"
import { CommitPhase } from "./CommitPhase.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const numbers = (count: number) => Array.from({ length: count }, (_, n) => item("media-probe", n))
const states = async () => (await harness.jobs()).map(({ state }) => state)

/** Records which jobs enter a phase, and the maximum number of jobs in that phase at the same time. */
const makeStage = (name: string, log: Array<string>) => {
  let inside = 0
  let most = 0
  return {
    most: () => most,
    enter: (n: number, millis: number) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          log.push(`${name} ${n}`)
          most = Math.max(most, ++inside)
        }),
        () => Effect.sleep(millis),
        () => Effect.sync(() => void (inside -= 1))
      )
  }
}

test("starts the next job of a slot during a commit phase, but runs only one commit phase at a time", async () => {
  const log: Array<string> = []
  const [work, last] = [makeStage("work", log), makeStage("last", log)]
  await harness.enqueue(numbers(8))
  await harness.startWorker([
    testProcessor("media-probe", (n) =>
      Effect.as(work.enter(n, 5), new CommitPhase(Effect.as(last.enter(n, 8), { n })))
    )
  ])
  await eventually(async () => (await states()).every((state) => state === 2))
  expect([work.most(), last.most()]).toEqual([1, 1])
  expect(log.filter((line) => line.startsWith("last"))).toEqual(numbers(8).map((_, n) => `last ${n}`))
  expect(log.indexOf("work 2")).toBeLessThan(log.indexOf("last 2"))
  expect((await harness.jobs()).map(({ attempts, result }) => ({ attempts, result }))).toEqual(
    numbers(8).map((_, n) => ({ attempts: 1, result: { n } }))
  )
  expect(await harness.rows("select count(*)::int as n from slots where owner is not null")).toEqual([
    { n: 0 }
  ])
})

test("a failed commit phase fails only its own job", async () => {
  await harness.enqueue(numbers(3))
  await harness.startWorker([
    testProcessor("media-probe", (n) =>
      Effect.succeed(
        new CommitPhase<PermanentFailure | RetryableFailure, never>(
          n === 0
            ? Effect.fail(new PermanentFailure({ message: "refused" }))
            : n === 1
              ? Effect.fail(new RetryableFailure({ message: "busy" }))
              : Effect.succeed(null)
        )
      )
    )
  ])
  await eventually(async () => (await states()).join() === "4,3,2")
})

test("a stopping worker waits for the commit phase", async () => {
  let hasBegun = false
  await harness.enqueue(numbers(1))
  const stop = await harness.startWorker([
    testProcessor("media-probe", () =>
      Effect.succeed(
        new CommitPhase(
          Effect.zipRight(
            Effect.sync(() => (hasBegun = true)),
            Effect.delay(Effect.succeed({ done: true }), "150 millis")
          )
        )
      )
    )
  ])
  await eventually(async () => hasBegun)
  await stop()
  expect(await harness.jobs()).toMatchObject([{ state: 2, attempts: 1, result: { done: true } }])
})

test("cancels the running job, but not the job in its commit phase", async () => {
  const ended: Array<number> = []
  const queued = await harness.enqueue(numbers(3))
  await harness.startWorker([
    testProcessor("media-probe", (n) =>
      n === 1
        ? Effect.never
        : Effect.succeed(
            new CommitPhase(
              Effect.delay(
                Effect.sync(() => (ended.push(n), null)),
                n === 0 ? "200 millis" : 0
              )
            )
          )
    )
  ])
  await eventually(async () => (await states())[1] === 1)
  expect(await harness.run(JobControl.cancel(queued[1]?.jobRunId ?? ""))).toBe(true)
  await eventually(async () => (await states()).join() === "2,5,2")
  expect(ended).toEqual([0, 2])
})

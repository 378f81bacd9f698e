import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { afterEach, beforeEach, expect, test } from "vitest"
import { PermanentFailure, RetryableFailure } from "./Failures.ts"
import * as JobControl from "./JobControl.ts"
import { CommitPhase } from "./CommitPhase.ts"
import { groupProcessor, type GroupEnds, type Processor } from "./Processor.ts"
import { eventually, type Harness, item, makeHarness, testQueue } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const most = 8
const numbers = (count: number) => Array.from({ length: count }, (_, n) => item("audio-probe", n))
const states = async () => (await harness.jobs()).map(({ state }) => state)

type Failure = PermanentFailure | RetryableFailure
type Ends = GroupEnds<Failure, RetryableFailure, never>
const inGroups = (body: (numbers: ReadonlyArray<number>) => Effect.Effect<Ends, RetryableFailure>) =>
  groupProcessor(testQueue("audio-probe"), most, (jobs) =>
    body(jobs.map(({ payload }) => payload.n))
  ) as Processor<never>

test("records a separate outcome for each job in a group", async () => {
  const groups: Array<number> = []
  await harness.enqueue(numbers(40))
  await harness.startWorker([
    inGroups((group) =>
      Effect.sync(() => {
        groups.push(group.length)
        return group.map((n) =>
          n === 3
            ? Exit.fail(new PermanentFailure({ message: "refused" }))
            : n === 5
              ? Exit.fail(new RetryableFailure({ message: "busy" }))
              : Exit.succeed({ n })
        )
      })
    )
  ])
  await eventually(async () => (await states()).every((state) => state >= 2))
  expect((await harness.jobs()).map(({ state }) => state)).toEqual(
    numbers(40).map((_, n) => (n === 3 ? 4 : n === 5 ? 3 : 2))
  )
  expect((await harness.jobs()).map(({ attempts }) => attempts)).toEqual(numbers(40).map(() => 1))
  expect((await harness.jobs())[7]?.result).toEqual({ n: 7 })
  expect([groups.length < 12, Math.max(...groups)]).toEqual([true, most])
})

test("reruns a failed group one job at a time and fails only the faulty job", async () => {
  const groups: Array<ReadonlyArray<number>> = []
  await harness.enqueue(numbers(20))
  await harness.startWorker([
    inGroups((group) => {
      groups.push(group)
      return group.includes(9)
        ? Effect.fail(new RetryableFailure({ message: "the database refused it" }))
        : Effect.succeed(numbersDone(group))
    })
  ])
  await eventually(async () => (await states()).every((state) => state >= 2))
  const jobs = await harness.jobs()
  expect(jobs.map(({ state }) => state)).toEqual(numbers(20).map((_, n) => (n === 9 ? 3 : 2)))
  expect(jobs.every(({ attempts }) => attempts === 1)).toBe(true)
  expect(jobs[9]?.error?.message).toBe("the database refused it")
})

const numbersDone = (group: ReadonlyArray<number>) => group.map((n) => Exit.succeed({ n }))

test("starts a group while the previous group commits", async () => {
  const log: Array<string> = []
  let [inside, mostInside] = [0, 0]
  const record = (group: ReadonlyArray<number>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => (mostInside = Math.max(mostInside, ++inside))),
      () => Effect.delay(Effect.succeed(numbersDone(group)), "8 millis"),
      () => Effect.sync(() => ((inside -= 1), log.push(`recorded ${group[0]}`)))
    )
  await harness.enqueue(numbers(60))
  await harness.startWorker([
    inGroups((group) =>
      Effect.delay(
        Effect.sync(() => {
          log.push(`read ${group[0]}`)
          return new CommitPhase(record(group))
        }),
        "5 millis"
      )
    )
  ])
  await eventually(async () => (await states()).every((state) => state === 2))
  const reads = log.filter((line) => line.startsWith("read "))
  expect(mostInside).toBe(1)
  expect(log.filter((line) => line.startsWith("recorded "))).toEqual(
    reads.map((line) => line.replace("read", "recorded"))
  )
  expect(
    reads.some((line, at) => log.indexOf(reads[at + 1]!) < log.indexOf(line.replace("read", "recorded")))
  ).toBe(true)
  const jobs = await harness.jobs()
  expect(jobs.map(({ attempts, result }) => ({ attempts, result }))).toEqual(
    numbers(60).map((_, n) => ({ attempts: 1, result: { n } }))
  )
  expect(await harness.rows("select count(*)::int as n from slots where owner is not null")).toEqual([
    { n: 0 }
  ])
})

test("repeats a failed commit for each job alone and fails only the faulty job", async () => {
  await harness.enqueue(numbers(20))
  await harness.startWorker([
    inGroups((group) =>
      Effect.succeed(
        new CommitPhase(
          Effect.delay(
            group.includes(9)
              ? Effect.fail(new RetryableFailure({ message: "the database refused it" }))
              : Effect.succeed(numbersDone(group)),
            "2 millis"
          )
        )
      )
    )
  ])
  await eventually(async () => (await states()).every((state) => state >= 2))
  const jobs = await harness.jobs()
  expect(jobs.map(({ state }) => state)).toEqual(numbers(20).map((_, n) => (n === 9 ? 3 : 2)))
  expect(jobs.every(({ attempts }) => attempts === 1)).toBe(true)
  expect(jobs[9]?.error?.message).toBe("the database refused it")
})

test("cancels one job of a group and completes the others", async () => {
  const [, cancelled] = await harness.enqueue(numbers(2))
  let turns = 0
  await harness.startWorker([
    inGroups((group) => {
      turns += 1
      return turns === 1 ? Effect.never : Effect.succeed(numbersDone(group))
    })
  ])
  await eventually(async () => (await states()).join() === "1,1")
  expect(await harness.run(JobControl.cancel(cancelled?.jobRunId ?? ""))).toBe(true)
  await eventually(async () => (await states()).join() === "2,5")
  expect((await harness.jobs()).map(({ attempts }) => attempts)).toEqual([1, 1])
})

test("a stopping worker requeues its group without counting the attempts", async () => {
  await harness.enqueue(numbers(2))
  const stop = await harness.startWorker([inGroups(() => Effect.never)], { drainMillis: 10 })
  await eventually(async () => (await states()).join() === "1,1")
  await stop()
  expect((await harness.jobs()).map(({ attempts, state }) => ({ attempts, state }))).toEqual([
    { attempts: 0, state: 0 },
    { attempts: 0, state: 0 }
  ])
  expect(await harness.rows("select count(*)::int as n from slots where owner is not null")).toEqual([
    { n: 0 }
  ])
})

test("does not rerun a job that was canceled during a failing commit", async () => {
  const queued = await harness.enqueue(numbers(4))
  const alone: Array<number> = []
  let isCommitting = false
  await harness.startWorker([
    inGroups((group) =>
      Effect.succeed(
        new CommitPhase(
          group.includes(1) && group.length > 1
            ? Effect.zipRight(
                Effect.sync(() => (isCommitting = true)),
                Effect.delay(Effect.fail(new RetryableFailure({ message: "refused" })), "300 millis")
              )
            : Effect.sync(() => (alone.push(...group), numbersDone(group)))
        )
      )
    )
  ])
  await eventually(async () => isCommitting)
  expect(await harness.run(JobControl.cancel(queued[1]?.jobRunId ?? ""))).toBe(true)
  await eventually(async () => (await states()).join() === "2,5,2,2")
  expect(alone.toSorted()).toEqual([0, 2, 3])
})

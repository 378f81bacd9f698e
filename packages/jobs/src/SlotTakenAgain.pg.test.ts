import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import * as JobControl from "./JobControl.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const closingMillis = 1_000
const states = async () => (await harness.jobs()).map(({ state }) => state)
const slotRows = () => harness.rows("select owner, claimed from slots where queue = 4 and slot = 0")

test("starts a job normally after the previous one was slow to stop", async () => {
  const log: Array<string> = []
  const body = testProcessor("preview", (n) =>
    Effect.gen(function* () {
      log.push(`run ${n}`)
      return yield* Effect.never
    }).pipe(
      Effect.onInterrupt(() =>
        Effect.zipRight(
          Effect.sleep(n === 0 ? closingMillis : 0),
          Effect.sync(() => log.push(`closed ${n}`))
        )
      )
    )
  )
  const [first] = await harness.enqueue([item("preview", 0)])
  await harness.startWorker([body])
  await eventually(async () => (await states())[0] === 1)
  await harness.run(JobControl.cancel(first?.jobRunId ?? ""))
  const [last] = await harness.enqueue([item("preview", 1)])
  await eventually(() => Promise.resolve(log.includes("run 1")))
  expect(log).toEqual(["run 0", "closed 0", "run 1"])
  await eventually(async () => (await states())[1] === 1)
  expect(await slotRows()).toMatchObject([{ claimed: [last?.jobRunId] }])
  await harness.run(JobControl.cancel(last?.jobRunId ?? ""))
  await eventually(() => Promise.resolve(log.includes("closed 1")))
  expect(await states()).toEqual([5, 5])
  await eventually(async () => (await slotRows())[0]?.["owner"] === null)
})

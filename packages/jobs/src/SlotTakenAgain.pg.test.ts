import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import * as JobControl from "./JobControl.ts"
import { preparedProcessor, type Processor } from "./Processor.ts"
import { eventually, type Harness, item, makeHarness, testQueue } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const closingMillis = 1_000
const states = async () => (await harness.jobs()).map(({ state }) => state)

test("a slot that is taken again while its predecessor closes is cancelled, renewed and alone", async () => {
  const log: Array<string> = []
  // What is read ahead of job 1 is for nothing once job 0 takes its time, and takes long to be interrupted.
  const worker = preparedProcessor(testQueue("preview"), {
    prepare: ({ n }) =>
      n === 1
        ? Effect.as(
            Effect.onInterrupt(Effect.sleep(60_000), () =>
              Effect.zipRight(
                Effect.sleep(closingMillis),
                Effect.sync(() => log.push("closed"))
              )
            ),
            n
          ).pipe(Effect.timeoutTo({ duration: "5 minutes", onSuccess: (it) => it, onTimeout: () => n }))
        : Effect.succeed(n),
    run: (n) =>
      Effect.gen(function* () {
        log.push(`run ${n}`)
        yield* Effect.sleep(n === 0 ? 300 : 60_000).pipe(
          Effect.onInterrupt(() => Effect.sync(() => log.push(`interrupted ${n}`)))
        )
        return null
      })
  }) as Processor<never>
  const [, ahead] = await harness.enqueue([item("preview", 0), item("preview", 1)])
  await harness.startWorker([worker])
  await eventually(async () => (await states())[0] === 1)
  await harness.run(JobControl.cancel(ahead?.jobRunId ?? ""))
  await eventually(async () => (await states())[0] === 2)
  const [last] = await harness.enqueue([item("preview", 2)])
  const leaseOf = async () =>
    (await harness.rows("select owner from slots where queue = 4 and slot = 0"))[0]?.["owner"]
  await eventually(async () => (await leaseOf()) !== null)
  await eventually(async () => log.includes("run 2"))
  expect(log.indexOf("closed")).toBeGreaterThan(-1)
  expect(log.indexOf("run 2")).toBeGreaterThan(log.indexOf("closed"))
  await new Promise((resolve) => setTimeout(resolve, closingMillis))
  await harness.run(JobControl.cancel(last?.jobRunId ?? ""))
  await eventually(async () => log.includes("interrupted 2"), 2_000)
  expect(await states()).toEqual([2, 5, 5])
})

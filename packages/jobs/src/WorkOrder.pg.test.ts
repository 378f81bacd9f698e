import * as Effect from "effect/Effect"
import { availableParallelism } from "node:os"
import { afterEach, beforeEach, expect, test } from "vitest"
import * as JobControl from "./JobControl.ts"
import type { QueueName } from "./QueueDef.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"
import { workOrder } from "./WorkOrder.ts"

let harness: Harness
let started: Array<string>
beforeEach(async () => {
  harness = await makeHarness()
  started = []
})
afterEach(() => harness.close())

const body = (name: QueueName, millis = 1) =>
  testProcessor(name, () =>
    Effect.as(Effect.sync(() => started.push(name)).pipe(Effect.zipRight(Effect.sleep(millis))), null)
  )
const many = (name: QueueName, count: number, priority: number) =>
  Array.from({ length: count }, (_, n) => item(name, n, { priority }))
const countOf = (name: QueueName) => started.filter((one) => one === name).length

test("starts 300 thumbnails before the second preview, waveform or fingerprint", async () => {
  const extras = ["preview", "audio-waveform", "image-fingerprint"] as const
  await harness.enqueue([
    ...many("preview", 20, workOrder.previews),
    ...many("audio-waveform", 20, workOrder.waveforms),
    ...many("image-fingerprint", 20, workOrder.fingerprints),
    ...many("image-thumbnail", 300, workOrder.covers)
  ])
  await harness.startWorker([...extras, "image-thumbnail" as const].map((name) => body(name)))
  await eventually(() => Promise.resolve(started.length === 360), 60_000)
  const lastThumbnail = started.lastIndexOf("image-thumbnail")
  for (const name of extras) {
    const [, second] = started.flatMap((one, at) => (one === name ? [at] : []))
    expect(second, name).toBeGreaterThan(lastThumbnail)
  }
})

test("runs a queue's covers before its video frames", async () => {
  const ran: Array<number> = []
  await harness.enqueue([
    item("image-thumbnail", 1, { priority: workOrder.posters }),
    item("image-thumbnail", 2, { priority: workOrder.covers }),
    item("image-thumbnail", 3, { priority: workOrder.requested })
  ])
  await harness.startWorker([
    testProcessor("image-thumbnail", (n) =>
      Effect.as(
        Effect.sync(() => ran.push(n)),
        null
      )
    )
  ])
  await eventually(() => Promise.resolve(ran.length === 3))
  expect(ran).toEqual([3, 2, 1])
})

test("interrupts one background job if all slots are busy when picture jobs arrive", async () => {
  const slots = Math.min(16, Math.max(2, availableParallelism()))
  await harness.run(JobControl.setWorkerConcurrency(slots))
  await harness.startWorker([body("preview", 120_000), body("image-thumbnail")])
  await harness.enqueue(many("preview", slots, workOrder.previews))
  await eventually(() => Promise.resolve(started.length === slots))
  await harness.enqueue(many("image-thumbnail", 30, workOrder.covers))
  await eventually(() => Promise.resolve(countOf("image-thumbnail") === 30), 20_000)
  // The interrupted job has started again, and no other job was interrupted.
  await eventually(() => Promise.resolve(countOf("preview") === slots + 1), 20_000)
  const running = "select 1 from jobs where queue = 4 and state = 1 and attempts = 1"
  await eventually(async () => (await harness.rows(running)).length === slots)
}, 60_000)

test.each([
  ["is paused", () => harness.run(JobControl.pauseQueue("image-thumbnail"))],
  [
    "waits for retries only",
    () => harness.rows("update jobs set state = 3, run_at = now() + interval '1 hour' where queue = 7")
  ],
  ["has no worker", () => Promise.resolve()]
])("runs background work while the picture queue %s", async (state, prepare) => {
  await harness.enqueue([
    ...many("image-thumbnail", 3, workOrder.covers),
    ...many("preview", 3, workOrder.previews)
  ])
  await prepare()
  const hasWorker = state !== "has no worker"
  await harness.startWorker([body("preview"), ...(hasWorker ? [body("image-thumbnail")] : [])])
  await eventually(() => Promise.resolve(countOf("preview") === 3))
  expect(countOf("image-thumbnail")).toBe(0)
})

import { labeled } from "./testing/labeled.ts"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PermanentFailure } from "./Failures.ts"
import * as JobRuns from "./JobRuns.ts"
import * as QueueSummaries from "./QueueSummaries.ts"
import { queues } from "./QueueDef.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"
import pg from "pg"

let harness: Harness
beforeAll(async () => {
  harness = await makeHarness()
})
afterAll(() => harness.close())

test("the queues in the code match the queues in the database", async () => {
  expect(await harness.rows("select name, label, resource from queues order by id")).toEqual(queues)
})

test("returns a run's log, command, progress, scratch directory and children", async () => {
  const listener = new pg.Client({ connectionString: harness.url })
  await listener.connect()
  await listener.query("listen job_runs")
  const payloads: Array<string> = []
  listener.on("notification", (message) => payloads.push(message.payload ?? ""))
  let scratch = ""
  await harness.startWorker([
    testProcessor(
      "library-scan",
      (n, context) =>
        Effect.gen(function* () {
          scratch = yield* Effect.orDie(context.scratchDir)
          expect(existsSync(scratch)).toBe(true)
          yield* context.command("ffprobe -i file:/media/a.mp4")
          yield* context.log("warn", "odd \u0000 thing \ud800")
          yield* context.progress({ percent: 40, phase: "walk", detail: { bytes: 12 } })
          yield* Effect.sleep(900)
          yield* Effect.promise(() => harness.run(context.enqueue([item("media-probe", n)])))
          return yield* Effect.fail(new PermanentFailure({ message: "gone" }))
        }) as Effect.Effect<never, unknown>
    )
  ])
  const [queued] = await harness.enqueue([
    item("library-scan", 7, { batchId: "01900000-0000-7000-8000-000000000001" })
  ])
  const id = queued?.jobRunId ?? ""
  await eventually(async () => payloads.length > 0)
  expect(JSON.parse(payloads[0] ?? "")).toEqual({
    progress: [{ id, percent: 40, phase: "walk", detail: { bytes: 12 } }]
  })
  await eventually(async () => (await harness.jobs())[0]?.state === 4)
  expect(existsSync(scratch)).toBe(false)
  const found = await harness.run(JobRuns.detail(id))
  expect(found).toMatchObject({
    command: "ffprobe -i file:/media/a.mp4",
    payload: { n: 7 },
    run: {
      status: "failed",
      isExhausted: true,
      attempts: 1,
      progress: { percent: 40 },
      error: { message: "gone" }
    },
    failedAttempts: [{ attempt: 1, error: { message: "gone" } }],
    logLines: [
      { attempt: 1, level: "command" },
      { attempt: 1, level: "warn", text: "odd  thing \ufffd" }
    ]
  })
  const children = await harness.run(JobRuns.list({ queue: "media-probe", page: 1, perPage: 10 }))
  expect(children).toMatchObject({
    total: 1,
    items: [{ parentJobRunId: id, triggeredBy: "manual", batchId: "01900000-0000-7000-8000-000000000001" }]
  })
  await listener.end()
})

test("filters and counts runs, and returns pages with the newest runs first", async () => {
  await harness.rows("truncate jobs")
  const queued = await harness.enqueue(Array.from({ length: 25 }, (_, n) => item("image-thumbnail", n)))
  const list = (filter: Partial<JobRuns.JobRunFilter>) =>
    harness.run(JobRuns.list({ page: 1, perPage: 10, ...filter }))
  expect((await list({})).items.map((run) => run.targetId)).toEqual(
    Array.from({ length: 10 }, (_, n) => `v${24 - n}`)
  )
  expect((await list({ page: 3 })).items).toHaveLength(5)
  expect((await list({ targetId: "v3", targetType: "video" })).total).toBe(1)
  expect((await list({ where: labeled("VIDEO 1") })).total).toBe(11)
  expect((await list({ ids: [queued[4]?.jobRunId ?? ""] })).items[0]?.targetId).toBe("v4")
  expect((await list({ status: "queued" })).total).toBe(25)
  expect((await list({ status: "failed" })).total).toBe(0)
  expect(
    await harness.run(JobRuns.byIds([queued[2]?.jobRunId ?? "", queued[1]?.jobRunId ?? ""]))
  ).toHaveLength(2)
  expect(await harness.run(JobRuns.detail("01900000-0000-7000-8000-000000000001"))).toBeUndefined()
})

test("reports the current state in queue summaries, totals and worker presence", async () => {
  const stop = await harness.startWorker([testProcessor("audio-scan", () => Effect.succeed(null))])
  await harness.enqueue([item("audio-scan", 1), item("preview", 2)])
  await eventually(async () => (await harness.run(QueueSummaries.totals())).completed === 1)
  const summaries = await harness.run(QueueSummaries.queueSummaries())
  expect(summaries).toHaveLength(queues.length)
  expect(summaries.find((one) => one.name === "audio-scan")).toMatchObject({
    completedLastHour: 1,
    queued: 0
  })
  expect(summaries.find((one) => one.name === "preview")).toMatchObject({
    queued: 1,
    concurrency: 1,
    isPaused: false,
    oldestQueuedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string
  })
  const presence = async () =>
    (await harness.run(QueueSummaries.workers())).find((worker) => worker.queues.includes("audio-scan"))
  expect(await presence()).toMatchObject({ pid: process.pid, stoppedAt: null })
  await stop()
  expect((await presence())?.stoppedAt).not.toBeNull()
})

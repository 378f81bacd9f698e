import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { enqueue } from "./Enqueue.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"
import { seeded } from "./testing/Random.ts"

let harness: Harness
beforeAll(async () => {
  harness = await makeHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.rows("truncate jobs, events")
})

test("writes the job, run and event together or not at all", async () => {
  const rolledBack = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(
      Effect.zipRight(enqueue([item("preview", 1)]), Effect.fail("changed my mind" as const))
    )
  })
  expect(await harness.run(Effect.flip(rolledBack))).toBe("changed my mind")
  expect(await harness.jobs()).toEqual([])
  expect(await harness.rows("select 1 from events")).toEqual([])

  const [queued] = await harness.enqueue([
    item("preview", 1, { batchId: "01900000-0000-7000-8000-000000000009" })
  ])
  expect(queued?.isNew).toBe(true)
  expect(
    await harness.rows(`select r.id, r.status, r.target_label, r.batch_id, e.type, e.version
      from job_runs r, events e where e.data -> 'items' -> 0 ->> 'id' = r.id::text`)
  ).toEqual([
    {
      id: queued?.jobRunId,
      status: "queued",
      target_label: "Video 1",
      batch_id: "01900000-0000-7000-8000-000000000009",
      type: "jobs.queued.v1",
      version: 1
    }
  ])
})

test("returns the unfinished run for a duplicate", async () => {
  const keyed = (n: number, key: string) => item("preview", n, { dedupeKey: key })
  const first = await harness.enqueue([keyed(1, "a"), keyed(2, "b"), keyed(3, "a")])
  expect(first.map((one) => one.isNew)).toEqual([true, true, false])
  expect(first[2]?.jobRunId).toBe(first[0]?.jobRunId)
  const second = await harness.enqueue([
    keyed(4, "b"),
    keyed(5, "c"),
    item("fingerprint", 6, { dedupeKey: "a" })
  ])
  expect(second.map((one) => one.isNew)).toEqual([false, true, true])
  expect(second[0]?.jobRunId).toBe(first[1]?.jobRunId)
  expect(await harness.jobs()).toHaveLength(4)
})

test("queues thousands of jobs at once and returns the existing runs for duplicates", async () => {
  const items = Array.from({ length: 7_000 }, (_, n) => item("fingerprint", n, { dedupeKey: `v${n}` }))
  const first = await harness.enqueue(items)
  const second = await harness.enqueue(items)
  expect(first.every((one) => one.isNew)).toBe(true)
  expect(second.some((one) => one.isNew)).toBe(false)
  expect(second.map((one) => one.jobRunId)).toEqual(first.map((one) => one.jobRunId))
})

test("does not deadlock when callers queue the same keys in opposite orders", async () => {
  const keys = Array.from({ length: 300 }, (_, n) => item("fingerprint", n, { dedupeKey: `k${n}` }))
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => harness.enqueue(n % 2 === 0 ? keys : [...keys].reverse()))
  )
  expect(await harness.jobs()).toHaveLength(300)
})

test("requeues a running job for which a duplicate was requested", async () => {
  const seen: Array<string> = []
  const stop = await harness.startWorker([
    testProcessor("collection-refresh", (n, context) =>
      Effect.gen(function* () {
        seen.push(`${n}.${context.attempt}`)
        if (context.attempt === 1) {
          const duplicate = item("collection-refresh", n, { dedupeKey: `c${n}` })
          const [answer] = yield* Effect.promise(() => harness.enqueue([duplicate]))
          expect(answer).toEqual({ jobRunId: context.jobRunId, isNew: false })
          yield* Effect.sleep(n)
        }
        return null
      })
    )
  ])
  await harness.enqueue([0, 60].map((n) => item("collection-refresh", n, { dedupeKey: `c${n}` })))
  await eventually(async () => seen.length === 4 && (await harness.jobs()).every((job) => job.state === 2))
  expect([...seen].sort()).toEqual(["0.1", "0.2", "60.1", "60.2"])
  expect((await harness.jobs()).map((job) => job.rerun_requested)).toEqual([false, false])
  await stop()
})

test("runs a job only once if duplicates were requested before it was claimed", async () => {
  const duplicates = [1, 1, 1].map((n) => item("preview", n, { dedupeKey: "once" }))
  for (const duplicate of duplicates) await harness.enqueue([duplicate])
  let runs = 0
  const stop = await harness.startWorker([testProcessor("preview", () => Effect.sync(() => (runs++, null)))])
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(runs).toBe(1)
  await stop()
})

test("reruns a job after every duplicate request, even under load", async () => {
  const random = seeded(7)
  const versions = new Map<number, number>()
  const seen = new Map<number, number>()
  const stop = await harness.startWorker([
    testProcessor("collection-refresh", (n) => Effect.sync(() => (seen.set(n, versions.get(n) ?? 0), null)))
  ])
  const caller = async () => {
    for (let round = 0; round < 60; round++) {
      const keys = [...new Set(Array.from({ length: 30 }, () => random.below(100)))]
      for (const key of keys) versions.set(key, (versions.get(key) ?? 0) + 1)
      await harness.enqueue(keys.map((n) => item("collection-refresh", n, { dedupeKey: `c${n}` })))
    }
  }
  await Promise.all([caller(), caller(), caller(), caller()])
  // If a job was requested just after its run ended, the job still runs again within a second.
  await eventually(async () => (await harness.jobs()).every((job) => job.state === 2 && !job.rerun_requested))
  expect([...versions].filter(([key, version]) => seen.get(key) !== version)).toEqual([])
  expect(
    await harness.rows("select deadlocks::int from pg_stat_database where datname = current_database()")
  ).toEqual([{ deadlocks: 0 }])
  await stop()
})

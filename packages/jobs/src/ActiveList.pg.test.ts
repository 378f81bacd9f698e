import { labeled } from "./testing/labeled.ts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { cancelSelected, previewBulk, retrySelected } from "./BulkControl.ts"
import { failureGroups } from "./FailureGroups.ts"
import * as JobControl from "./JobControl.ts"
import * as JobRuns from "./JobRuns.ts"
import { totals } from "./QueueSummaries.ts"
import type { RunFilter } from "./RunFilter.ts"
import { type Harness, item, makeHarness } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const page = (filter: Partial<JobRuns.JobRunFilter> = {}) =>
  harness.run(JobRuns.listActive({ page: 1, perPage: 50, ...filter }))
const targets = async (filter: Partial<JobRuns.JobRunFilter> = {}) =>
  (await page(filter)).items.map((run) => run.targetId)
/** Creates one run of each state, with times that determine the order. `v5` ended last. */
const history = async () => {
  await harness.enqueue([
    ...Array.from({ length: 9 }, (_, n) => item("preview", n)),
    item("fingerprint", 9, { priority: -1 }),
    item("fingerprint", 10, { delaySeconds: 60 })
  ])
  const set = (n: number, state: number, ago: number, extra = "") =>
    harness.rows(
      `update jobs set state = $1, finished_at = now() - make_interval(secs => $2) ${extra} where target_id = $3`,
      [state, ago, `v${n}`]
    )
  await set(3, 1, 0, ", started_at = now()")
  await set(4, 2, 50)
  await set(5, 2, 1)
  await set(6, 5, 20)
  await set(
    7,
    4,
    30,
    `, error = '{"message": "The file /a/b is torn", "reason": "The file … is torn", "isFinal": true}'`
  )
  await set(8, 3, 5, `, run_at = now() + interval '5 min', error = '{"message": "not yet"}'`)
}

test("lists running runs first, then queued runs, retries and finished runs", async () => {
  await history()
  const expected = ["v3", "v9", "v0", "v1", "v2", "v10", "v8", "v5", "v6", "v7", "v4"]
  expect(await targets()).toEqual(expected)
  for (const perPage of [1, 3, 4]) {
    const pages = await Promise.all([1, 2, 3, 4].map((n) => targets({ page: n, perPage })))
    expect(pages.flat()).toEqual(expected.slice(0, 4 * perPage))
  }
  expect(await targets({ status: "active" })).toEqual(expected.slice(0, 7))
  expect(await targets({ status: "failed" })).toEqual(["v8", "v7"])
  expect(await targets({ status: "completed" })).toEqual(["v5", "v4"])
  expect((await harness.run(JobRuns.list({ sort: "active", page: 1, perPage: 3 }))).total).toBe(11)
})

test("counts the matching runs per status and ignores the status in the filter", async () => {
  await history()
  const all = { queued: 5, started: 1, completed: 2, failed: 2, retrying: 1, cancelled: 1 }
  expect(await harness.run(totals())).toEqual(all)
  const filters: ReadonlyArray<RunFilter> = [
    {},
    { queue: "preview" },
    { queue: "fingerprint" },
    { where: labeled("Video 1") },
    { targetType: "video", targetId: "v7" },
    { reason: "not yet" },
    { where: labeled("nothing") }
  ]
  for (const filter of filters) {
    const counts = await harness.run(JobRuns.totalsOf(filter))
    for (const status of ["queued", "started", "completed", "failed", "cancelled"] as const)
      expect((await page({ ...filter, status })).items, JSON.stringify([filter, status])).toHaveLength(
        counts[status]
      )
    expect((await page({ ...filter, status: "failed" })).totals).toEqual(counts)
    expect((await page({ ...filter, status: "active" })).total).toBe(
      counts.queued + counts.started + counts.retrying
    )
  }
})

test("groups failures by reason and retries a group", async () => {
  await harness.enqueue(Array.from({ length: 7 }, (_, n) => item(n < 5 ? "preview" : "fingerprint", n)))
  const fail = (n: number, error: object, state = 4) =>
    harness.rows("update jobs set state = $1, finished_at = now(), error = $2 where target_id = $3", [
      state,
      error,
      `v${n}`
    ])
  for (const n of [0, 1, 5])
    await fail(n, { message: `The file /m/${n}.mp4 is torn`, reason: "The file … is torn", isFinal: true })
  await fail(2, { message: "The disk is full" }, 3)
  await fail(6, { message: "The disk is full" })
  const groups = await harness.run(failureGroups({}))
  expect(groups).toMatchObject([
    { reason: "The file … is torn", count: 3, final: 3, queues: ["Fingerprint", "Preview and streaming"] },
    { reason: "The disk is full", count: 2, final: 0 }
  ])
  expect(await harness.run(failureGroups({ queue: "fingerprint", status: "completed" }))).toMatchObject([
    { count: 1 },
    { count: 1 }
  ])
  for (const { count, jobRunId, reason } of groups) {
    expect((await page({ reason })).total).toBe(count)
    expect(await harness.run(previewBulk({ reason }))).toMatchObject({ retry: count })
    expect((await harness.run(JobRuns.detail(jobRunId)))?.alike).toBe(count - 1)
  }
  expect(await harness.run(retrySelected({ reason: "The file … is torn", queue: "preview" }))).toBe(2)
  expect((await harness.run(failureGroups({}))).map(({ count }) => count)).toEqual([2, 1])
})

test("cancels only the selected runs and records who canceled them", async () => {
  const runs = await harness.enqueue(Array.from({ length: 4 }, (_, n) => item("preview", n)))
  const ids = runs.map(({ jobRunId }) => jobRunId)
  const chosen = ids.slice(0, 2)
  expect(await harness.run(previewBulk({ ids: chosen, where: labeled("Video 1") }))).toMatchObject({
    cancel: 1
  })
  expect(await harness.run(previewBulk({ except: chosen }))).toMatchObject({ cancel: 2 })
  expect(await harness.run(previewBulk({ ids: [] }))).toMatchObject({ cancel: 0 })
  expect(await harness.run(cancelSelected({ ids: chosen }, "anna"))).toBe(2)
  const run = async () => (await harness.run(JobRuns.byIds([ids[0]!])))[0]
  expect(await run()).toMatchObject({ status: "cancelled", canceledBy: "anna", retries: 0 })
  expect(await harness.run(JobControl.retry(ids[0]!))).toBe(true)
  expect(await run()).toMatchObject({ status: "queued", canceledBy: null, retries: 1 })
  expect(await harness.run(JobControl.cancel(ids[0]!))).toBe(true)
  expect(await run()).toMatchObject({ canceledBy: null, retries: 1 })
})

import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Harness, item, makeHarness } from "./testing/Harness.ts"

let harness: Harness
beforeAll(async () => {
  harness = await makeHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.rows("truncate jobs, events, job_attempts; update queues set probation = 0")
  await harness.rows("update slots set owner = null, owner_key = null, lease = null, claimed = '{}'")
})

const worker = randomUUID()
const step = (
  slot: number | null,
  changes: object | null,
  holding: ReadonlyArray<string> | null,
  take: number
) =>
  harness.rows("select id, rev, is_on_probation from jobs_step(4::smallint, $1, $2, 7, $3, $4, $5)", [
    slot,
    worker,
    changes === null ? null : JSON.stringify(changes),
    holding,
    take
  ])
const settled = (id: unknown, rev: number) => ({ id, rev, state: 2, attempts: 1, startedAgo: 2, endedAgo: 1 })
const claimedIds = async () =>
  (await harness.rows("select claimed from slots where queue = 4 and slot = 0"))[0]?.["claimed"]

test("does not write a change whose revision is outdated", async () => {
  await harness.enqueue([item("preview", 1)])
  const [claim] = await step(null, null, null, 8)
  await harness.rows("select jobs_cancel(array[$1::uuid], null)", [claim?.["id"]])
  await step(0, [settled(claim?.["id"], 2)], null, 0)
  expect(await harness.jobs()).toMatchObject([{ state: 5, attempts: 0, rev: 2 }])
  expect(await harness.rows("select type from events where type like 'jobs.settled%'")).toEqual([])
  expect(await claimedIds()).toEqual([])
})

test("rejects writes to a slot that another worker owns", async () => {
  await harness.enqueue([item("preview", 1)])
  const [claim] = await step(null, null, null, 8)
  await harness.rows("update slots set owner = $1 where queue = 4 and slot = 0", [randomUUID()])
  await expect(step(0, [settled(claim?.["id"], 2)], null, 0)).rejects.toMatchObject({ code: "JB002" })
  expect(await harness.jobs()).toMatchObject([{ state: 0 }])
})

test("rejects settling a job that the slot has not claimed", async () => {
  await harness.enqueue([item("preview", 1), item("preview", 2)])
  const [first] = await step(null, null, null, 1)
  await step(0, [settled(first?.["id"], 2)], null, 1)
  await expect(step(0, [settled(first?.["id"], 2)], null, 0)).rejects.toMatchObject({ code: "JB003" })
})

test("settles a job only once when a step is repeated after a lost response", async () => {
  await harness.enqueue([1, 2, 3].map((n) => item("preview", n)))
  const [first] = await step(null, null, null, 1)
  await step(0, [settled(first?.["id"], 2)], null, 1)
  const repeated = await step(0, [settled(first?.["id"], 2)], [], 1)
  expect(repeated).toHaveLength(1)
  expect(await claimedIds()).toEqual([repeated[0]?.["id"]])
  expect(await harness.rows("select count(*)::int as n from events where type = 'jobs.settled.v1'")).toEqual([
    { n: 1 }
  ])
})

test("claims jobs one at a time after a worker was lost", async () => {
  await harness.enqueue([1, 2, 3, 4].map((n) => item("preview", n)))
  expect(await step(null, null, null, 3)).toHaveLength(3)
  await harness.rows("select jobs_reap()")
  expect((await harness.jobs()).map((job) => job.attempts)).toEqual([1, 0, 0, 0])
  const probation = await step(null, null, null, 3)
  expect(probation).toMatchObject([{ is_on_probation: true }])
})

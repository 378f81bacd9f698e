import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import { RetryableFailure } from "./Failures.ts"
import * as JobControl from "./JobControl.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const keyed = (n: number, triggeredBy = "manual") => item("preview", n, { dedupeKey: `k${n}`, triggeredBy })
const states = async () => (await harness.jobs()).map(({ state }) => state)

/** Enqueues a job in a separate transaction, as a caller might. The returned function commits the transaction. */
const openTransaction = async (n: number) => {
  const client = await harness.pool.connect()
  await client.query("begin")
  await client.query("select jobs_enqueue($1::jsonb, gen_random_uuid(), true)", [
    JSON.stringify([
      {
        id: uuidv7(),
        queue: "preview",
        payload: { n },
        targetType: "video",
        targetId: "v",
        targetLabel: "v",
        triggeredBy: "library-scan",
        dedupeKey: `k${n}`
      }
    ])
  ])
  return async () => {
    await client.query("commit")
    client.release()
  }
}

/** Returns a function that checks if a statement with this text is waiting for a lock. */
const isWaiting = (text: string) => async () =>
  (
    await harness.rows(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()
         and query like '%${text}%' and datname = current_database()`
    )
  ).length > 0

test("retries a waiting run immediately if a user requests the job, but not if a scan requests it", async () => {
  let tries = 0
  await harness.startWorker([
    testProcessor("preview", () =>
      ++tries === 1 ? Effect.fail(new RetryableFailure({ message: "busy" })) : Effect.succeed(null)
    )
  ])
  const [first] = await harness.enqueue([keyed(1)])
  await eventually(async () => (await states())[0] === 3)
  await harness.rows("update jobs set run_at = now() + interval '50 minutes'")
  await harness.enqueue([keyed(1, "library-scan")])
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(await states()).toEqual([3])
  expect(await harness.enqueue([keyed(1)])).toEqual([{ jobRunId: first?.jobRunId, isNew: false }])
  await eventually(async () => (await states())[0] === 2)
  expect(await harness.jobs()).toMatchObject([{ attempts: 2, rerun_requested: false }])
})

test("does not block the queue while a caller's transaction is slow", async () => {
  const ran: Array<number> = []
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  await harness.startWorker([
    testProcessor("preview", (n) => Effect.promise(async () => (ran.push(n), n === 1 && (await gate), null)))
  ])
  await harness.enqueue([keyed(1), keyed(2)])
  await eventually(async () => (await states())[0] === 1)
  const commitOfRunning = await openTransaction(1)
  const commitOfQueued = await openTransaction(2)
  await harness.enqueue([item("preview", 0)])
  open()
  await eventually(async () => (await states()).join() === "2,2,2")
  await commitOfRunning()
  await commitOfQueued()
  await eventually(async () => [...ran].sort().join() === "0,1,1,2,2")
  await eventually(async () => (await states()).join() === "2,2,2")
})

test("drops a request whose run was canceled or completed before the request was committed", async () => {
  await harness.enqueue([keyed(1), keyed(2)])
  const commits = [await openTransaction(1), await openTransaction(2)]
  await harness.run(JobControl.cancelAll("preview"))
  await harness.rows("update jobs set state = 2 where dedupe_key = 'k2'")
  const [again] = await harness.enqueue([keyed(2)])
  expect(again?.isNew).toBe(true)
  for (const commit of commits) await commit()
  await harness.rows("select jobs_rerun()")
  expect(await harness.rows("select job_run_id as id from job_rerun_requests")).toEqual([
    { id: again?.jobRunId }
  ])
  expect(await states()).toEqual([5, 2, 0])
})

test("does not hold the queue's lock while it waits for a concurrent duplicate", async () => {
  await harness.enqueue([keyed(1)])
  const late = await openTransaction(1)
  await harness.rows("update jobs set state = 2")
  const inserting = await openTransaction(1)
  await late()
  await harness.rows("select jobs_rerun()")
  expect(await states()).toEqual([2])
  await inserting()
  await harness.rows("select jobs_rerun()")
  expect(await states()).toEqual([2, 0])
})

test("rejects a retry while a caller is queueing the same job", async () => {
  const [first] = await harness.enqueue([keyed(1)])
  await harness.run(JobControl.cancel(first!.jobRunId))
  const commit = await openTransaction(1)
  expect(await harness.run(JobControl.retry(first!.jobRunId))).toBe(false)
  expect(await harness.run(JobControl.retryFailed("preview"))).toBe(0)
  await commit()
  expect(await harness.run(JobControl.retry(first!.jobRunId))).toBe(false)
  expect(await states()).toEqual([5, 0])
})

test("rejects a retry that waited until a caller had queued the same job", async () => {
  const [first] = await harness.enqueue([keyed(1)])
  await harness.run(JobControl.cancel(first!.jobRunId))
  const commit = await openTransaction(1)
  const retried = harness.run(JobControl.retry(first!.jobRunId))
  await eventually(isWaiting("jobs_retry"))
  await commit()
  expect(await retried).toBe(false)
  expect(await states()).toEqual([5, 0])
})

test("avoids a deadlock when retention and a user delete the same runs concurrently", async () => {
  await harness.enqueue([keyed(1), item("media-probe", 1)])
  await harness.rows("update jobs set state = 2, finished_at = now()")
  const runs = await harness.rows("select id, queue from jobs order by queue")
  const [last] = runs.slice(-1)
  const person = await harness.pool.connect()
  await person.query("begin")
  await person.query("select 1 from queues where id = $1 for update", [last!["queue"]])
  const retention = harness.rows("select jobs_delete(array(select id from jobs)) as n")
  await eventually(isWaiting("jobs_delete"))
  await person.query("select jobs_delete(array[$1::uuid])", [last!["id"]])
  await person.query("commit")
  person.release()
  expect(await retention).toEqual([{ n: 1 }])
  expect(await harness.rows("select id from jobs")).toEqual([])
})

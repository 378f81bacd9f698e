import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PermanentFailure, RetryableFailure } from "./Failures.ts"
import * as JobControl from "./JobControl.ts"
import type { QueueName } from "./QueueDef.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"
import { seeded } from "./testing/Random.ts"

let harness: Harness
beforeAll(async () => {
  harness = await makeHarness()
})
afterAll(() => harness.close())

/** All columns except progress, which is not in the event log. */
const columns = `id, queue, state, priority, attempts, max_attempts, rev, run_at, is_held, target_type, target_id, target_label,
  dedupe_key, payload, triggered_by, parent_job_run_id, batch_id, enqueued_in, queued_at, started_at, finished_at, result, error,
  canceled_by, retries, waits_for`

const differences = async () => {
  await harness.rows("drop table if exists rebuilt")
  await harness.rows("create table rebuilt (like jobs including defaults)")
  await harness.rows("select rebuild_job_runs('rebuilt')")
  return harness.rows(`(select 'live' as side, ${columns} from jobs except select 'live', ${columns} from rebuilt)
    union all (select 'rebuilt', ${columns} from rebuilt except select 'rebuilt', ${columns} from jobs)`)
}

const names: ReadonlyArray<QueueName> = ["preview", "fingerprint", "collection-refresh"]

test.each([1, 2, 3])(
  "rebuilds the same jobs table from the event log after random history %i",
  async (seed) => {
    const random = seeded(seed)
    const processors = names.map((name) =>
      testProcessor(name, (n, context) => {
        const fate = (n + context.attempt) % 7
        if (fate === 0) return Effect.fail(new RetryableFailure({ message: "not yet" }))
        if (fate === 1) return Effect.fail(new PermanentFailure({ message: "never", detail: "really" }))
        if (fate === 2) return Effect.as(Effect.sleep(30), { took: 30 })
        return Effect.succeed(fate === 3 ? null : { fate, nothing: null })
      })
    )
    let stop = await harness.startWorker(processors)
    for (let round = 0; round < 40; round++) {
      const ids = (await harness.jobs()).map((job) => job.id)
      const action = random.below(10)
      const name = random.oneOf(names)
      if (action < 4 || ids.length === 0) {
        await harness.enqueue(
          Array.from({ length: 1 + random.below(30) }, () => {
            const n = random.below(40)
            return item(name, n, {
              priority: random.below(3),
              ...(random.next() < 0.2 ? { delaySeconds: random.below(3) } : {}),
              ...(random.next() < 0.1
                ? { delaySeconds: random.below(3), waitsFor: { reason: "waits", otherwise: "not needed" } }
                : {}),
              ...(random.next() < 0.5 ? { dedupeKey: `k${n}` } : {})
            })
          })
        )
      } else if (action === 4)
        await harness.run(JobControl.cancel(random.oneOf(ids), random.oneOf([undefined, "anna"])))
      else if (action === 5) await harness.run(JobControl.retry(random.oneOf(ids)))
      else if (action === 6) await harness.rows("select jobs_promote()")
      else if (action === 7)
        await harness.run(random.next() < 0.3 ? JobControl.cancelAll(name) : JobControl.retryFailed(name))
      else if (action === 8) await harness.run(JobControl.clearFinished(name))
      else {
        await stop()
        stop = await harness.startWorker(processors)
      }
    }
    await stop()
    expect(await differences()).toEqual([])
    expect((await harness.jobs()).length).toBeGreaterThan(0)
    // Each stream has no gaps, and every transition increased the revision by one.
    expect(
      await harness.rows(`select q.name from queues q
      where q.version <> (select count(*) from events e where e.stream_id = q.stream_id)`)
    ).toEqual([])
  }
)

test("rebuilds the same jobs after a worker was lost", async () => {
  await harness.rows("truncate jobs, events; update queues set version = 0, probation = 0")
  await harness.enqueue([item("preview", 2, { dedupeKey: "a" }), item("preview", 2, { dedupeKey: "b" })])
  await harness.rows("select jobs_step(4::smallint, null, gen_random_uuid(), 5, null, null, 8)")
  await harness.rows("update jobs set max_attempts = 15")
  await harness.rows("select jobs_reap()")
  await eventually(async () => (await harness.jobs()).filter((job) => job.attempts === 1).length === 1)
  expect(await differences()).toEqual([])
})

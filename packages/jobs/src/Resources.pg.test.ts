import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import { reserveCpuWhile } from "./CpuReservation.ts"
import * as JobControl from "./JobControl.ts"
import { type QueueName, queues } from "./QueueDef.ts"
import { backgroundPriority } from "./WorkOrder.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const cpuQueues = queues.filter(({ resource }) => resource === "cpu").map(({ name }) => name)
const worker = "01900000-0000-7000-8000-000000000001"

/**
 * Sends the heartbeat of a worker that exists only in the database. The worker serves every queue and has the given
 * number of cores.
 */
const beat = (cores: number) =>
  harness.rows("select jobs_heartbeat($1, 7, 'host', 1, $2, '{}', '{}', null, null, $3)", [
    worker,
    queues.map(({ name }) => name),
    cores
  ])
const idOf = (name: QueueName) => queues.findIndex((queue) => queue.name === name) + 1
const step = async (name: QueueName, slot: unknown, changes: ReadonlyArray<object> | null, take: number) =>
  harness.rows("select slot, id, rev, attempts from jobs_step($1::smallint, $2, $3, 7, $4, null, $5)", [
    idOf(name),
    slot,
    worker,
    changes === null ? null : JSON.stringify(changes),
    take
  ])
const claim = async (name: QueueName) => (await step(name, null, null, 1))[0]
const end = ({ id, rev }: Record<string, unknown>) => ({
  id,
  rev: Number(rev) + 1,
  state: 2,
  attempts: 1,
  startedAgo: 1,
  endedAgo: 1
})

test("all queues whose jobs need the CPU share one CPU budget", async () => {
  await harness.enqueue(cpuQueues.flatMap((name) => [1, 2, 3, 4].map((n) => item(name, n))))
  await harness.enqueue([item("media-probe", 1), item("library-scan", 1)])
  const taken = async () => {
    let count = 0
    for (let round = 0; round < 4; round++) {
      for (const name of cpuQueues) count += (await claim(name)) === undefined ? 0 : 1
    }
    return count
  }
  await beat(1)
  expect(await taken()).toBe(2)
  expect(await claim("media-probe")).toBeDefined()
  await harness.rows("delete from workers")
  await beat(5)
  expect(await taken()).toBe(3)
  // Fifteen queues compete for the last free slot. At most one of them gets it.
  await harness.rows("delete from workers")
  await beat(6)
  const together = await Promise.all(cpuQueues.map(claim))
  expect(together.filter((one) => one !== undefined).length).toBeLessThanOrEqual(1)
  await harness.rows("update slots set owner = null, claimed = '{}'")
  await harness.run(JobControl.setWorkerConcurrency(8))
  await harness.rows("delete from workers")
  await beat(1)
  expect(await taken()).toBe(8)
})

test("queues take turns when the CPU budget is small", async () => {
  await beat(1)
  await harness.rows("update job_resources set budget = 1")
  await harness.enqueue(
    ["preview" as const, "fingerprint" as const].flatMap((n) => [item(n, 1), item(n, 2), item(n, 3)])
  )
  const first = await claim("preview")
  expect(await claim("fingerprint")).toBeUndefined()
  // The queue keeps its turn until two seconds are over.
  const [second] = await step("preview", first?.["slot"], [end(first!)], 1)
  expect(second).toBeDefined()
  await harness.rows("update slots set taken_at = taken_at - interval '3 s' where owner is not null")
  expect(await step("preview", first?.["slot"], [end(second!)], 1)).toEqual([])
  // The turn of the queue is over, so it gets no job even if its worker claims again.
  expect(await claim("preview")).toBeUndefined()
  const other = await claim("fingerprint")
  expect(other).toBeDefined()
  await step("fingerprint", other?.["slot"], [end(other!)], 0)
  expect(await claim("preview")).toBeDefined()
})

test("a queue without workers does not get a turn", async () => {
  await harness.rows("update job_resources set budget = 1")
  await harness.rows("select jobs_heartbeat($1, 7, 'host', 1, '{preview}', '{}', '{}')", [worker])
  await harness.enqueue([item("fingerprint", 1), item("preview", 1), item("preview", 2)])
  await harness.rows("update queues set served_at = now() - interval '1 hour' where name = 'fingerprint'")
  expect(await claim("preview")).toBeDefined()
})

test("two queues that need the same resource both make progress when each has many jobs", async () => {
  await harness.rows("update job_resources set budget = 1")
  const ended: Array<string> = []
  const body = (name: QueueName) =>
    testProcessor(name, () =>
      Effect.as(Effect.sync(() => ended.push(name)).pipe(Effect.delay("40 millis")), null)
    )
  await harness.startWorker([body("audio-scan"), body("audio-probe")])
  await harness.enqueue(Array.from({ length: 200 }, (_, n) => item("audio-scan", n)))
  await harness.enqueue(Array.from({ length: 200 }, (_, n) => item("audio-probe", n)))
  await eventually(() => Promise.resolve(new Set(ended).size === 2))
})

test("background CPU work pauses while a viewer's encoder runs", async () => {
  let isEncoding = false
  const began: Array<number> = []
  const body = (name: QueueName, sleep: number) =>
    testProcessor(name, (n) =>
      Effect.as(Effect.sync(() => began.push(n)).pipe(Effect.zipRight(Effect.sleep(sleep))), null)
    )
  const reserving = harness.fork(
    reserveCpuWhile({ isEncoding: Effect.sync(() => isEncoding), encoderStarted: Effect.never })
  )
  await harness.startWorker([body("preview", 60_000), body("media-probe", 1)])
  await harness.enqueue([item("preview", 1, { priority: backgroundPriority })])
  await eventually(async () => (await harness.jobs())[0]?.state === 1)
  isEncoding = true
  await eventually(async () => (await harness.jobs())[0]?.state === 0)
  // Jobs that need another resource, and jobs that a user is waiting for, continue.
  await harness.enqueue([item("media-probe", 2, { priority: backgroundPriority }), item("preview", 3)])
  await eventually(() => Promise.resolve(began.includes(2) && began.includes(3)))
  expect(await harness.rows("select attempts, state from jobs order by id limit 1")).toEqual([
    { attempts: 0, state: 0 }
  ])
  await harness.rows("select jobs_cancel(null, null)")
  await harness.enqueue([item("preview", 4, { priority: backgroundPriority })])
  isEncoding = false
  // Simulate a crash of the process that holds the reservation. Its lease then expires.
  await reserving()
  await harness.rows("update cpu_reservations set expires_at = now()")
  await eventually(() => Promise.resolve(began.includes(4)))
  // A reservation that was made before the clock was set back has no effect.
  await harness.rows("update cpu_reservations set expires_at = now() + interval '1 day'")
  expect(await harness.rows("select jobs_priority_limit('cpu') as n")).toEqual([{ n: 32767 }])
})

test("background work pauses immediately when an encoder starts", async () => {
  let isEncoding = false
  let start = () => {}
  const encoderStarted = Effect.async<void>((resume) => {
    start = () => resume(Effect.void)
  })
  await harness.startWorker([testProcessor("preview", () => Effect.as(Effect.sleep(60_000), null))])
  const millis: Array<number> = []
  const roundTrips: Array<number> = []
  for (const n of [1, 2, 3, 4, 5]) {
    const reserving = harness.fork(
      reserveCpuWhile({ isEncoding: Effect.sync(() => isEncoding), encoderStarted })
    )
    await harness.enqueue([item("preview", n, { priority: backgroundPriority })])
    await eventually(async () => (await harness.rows("select 1 from jobs where state = 1")).length === 1)
    const asked = performance.now()
    await harness.rows("select 1 from jobs where state = 1")
    roundTrips.push(performance.now() - asked)
    isEncoding = true
    const from = performance.now()
    start()
    await eventually(async () => (await harness.rows("select 1 from jobs where state = 1")).length === 0)
    millis.push(performance.now() - from)
    isEncoding = false
    await reserving()
    await harness.rows("select jobs_cancel(null, null)")
    await harness.rows("update cpu_reservations set expires_at = now()")
  }
  // Without the notification, the worker would notice the encoder only after up to half a second and interrupt the jobs
  // only after up to a second. The limit is a multiple of the database round trip, measured on this machine at the same
  // time.
  expect(Math.min(...millis)).toBeLessThan(Math.max(150, 20 * Math.min(...roundTrips)))
})

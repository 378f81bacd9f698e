import type { ChildProcess } from "node:child_process"
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import type { QueueName } from "./QueueDef.ts"
import { eventually, type Harness, item, makeHarness } from "./testing/Harness.ts"
import { exitOf, makeProcesses, ranTable, removeProgram } from "./testing/Processes.ts"
import { seeded } from "./testing/Random.ts"

let harness: Harness
let processes: ReturnType<typeof makeProcesses>
beforeEach(async () => {
  harness = await makeHarness()
  await harness.rows(ranTable)
  processes = makeProcesses(harness)
})
afterEach(async () => {
  await processes.stopAll()
  await harness.close()
})
afterAll(removeProgram)

const names: ReadonlyArray<QueueName> = ["preview", "fingerprint", "media-probe"]
const kills = 8

test("never loses a job or runs it twice at once while workers are killed at random", async () => {
  const random = seeded(20_261_120)
  const queued = await harness.enqueue(
    Array.from({ length: 900 }, (_, n) => item(names[n % 3] ?? "preview", 1 + random.below(15)))
  )
  const workers: Array<ChildProcess> = await Promise.all([processes.start(), processes.start()])
  await eventually(async () => (await harness.jobs()).some((job) => job.state === 2), 10_000)
  for (let kill = 0; kill < kills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 100 + random.below(400)))
    const index = random.below(workers.length)
    const victim = workers[index]!
    await exitOf(victim, () => victim.kill("SIGKILL"))
    workers[index] = await processes.start()
    await harness.enqueue([item(random.oneOf(names), 5)])
  }
  await eventually(
    async () => (await harness.rows("select 1 from jobs where state <> 2")).length === 0,
    20_000
  )

  expect(await harness.jobs()).toHaveLength(queued.length + kills)
  expect(
    await harness.rows("select id from jobs where not exists (select 1 from ran where ran.id = jobs.id)")
  ).toEqual([])
  // A kill may interrupt an attempt or lose its result, but the same attempt must never run in two workers at once.
  expect(
    await harness.rows(`select a.id from ran a join ran b on a.queue = b.queue and a.ctid < b.ctid
      and tstzrange(a.started, a.ended) && tstzrange(b.started, b.ended)
      where a.ended is not null and b.ended is not null`)
  ).toEqual([])
  const again = await harness.rows("select id from ran group by id having count(*) > 1")
  expect(again.length).toBeLessThanOrEqual(kills * 3 * 25)
  expect(await harness.rows("select 1 from slots where owner is not null")).toEqual([])
}, 60_000)

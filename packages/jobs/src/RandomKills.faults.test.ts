import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import { eventually, type Harness, item, makeHarness } from "./testing/Harness.ts"
import { exitOf, makeProcesses, ranTable, removeProgram } from "./testing/Processes.ts"

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

const isRunning = async () => (await harness.jobs()).some(({ state }) => state === 1)
const soon = (check: () => Promise<boolean>) =>
  eventually(check, 1_500).then(
    () => true,
    () => false
  )

test("completes a long job even if its worker is killed several times", async () => {
  await harness.enqueue([item("preview", 700)])
  let hits = 0
  for (let kill = 0; kill < 5; kill++) {
    const victim = await processes.start()
    await eventually(
      async () => (await harness.rows("select 1 from workers where stopped_at is null")).length > kill,
      10_000
    )
    if (await soon(isRunning)) hits += 1
    await exitOf(victim, () => victim.kill("SIGKILL"))
  }
  expect(hits).toBeGreaterThanOrEqual(2)
  await processes.start()
  await eventually(async () => (await harness.jobs())[0]?.state === 2, 30_000)
}, 60_000)

test("gives up on a job that kills every worker", async () => {
  await harness.enqueue([item("preview", -1), item("fingerprint", 30)])
  // The number of rounds is limited, because an endless loop would keep starting workers after the test has failed.
  for (let deaths = 0; deaths < 10; deaths++) {
    const worker = await processes.start()
    const isDead = exitOf(worker, () => undefined).then(() => true)
    const isDone = eventually(async () => (await harness.jobs())[0]?.state === 4, 30_000).then(() => false)
    if (!(await Promise.race([isDead, isDone]))) break
  }
  expect(await harness.jobs()).toMatchObject([
    { state: 4, attempts: 3, error: { message: "The worker died 3 times while it ran this job" } },
    { state: 2 }
  ])
}, 90_000)

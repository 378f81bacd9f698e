import { enqueue } from "@media/jobs/Enqueue"
import { cancel } from "@media/jobs/JobControl"
import { uuidv7 } from "@media/kernel/Ids"
import { openLive } from "@media/testkit/LiveClient"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { probeOf } from "@media/features/media/videos/policy"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const queueOne = async (label: string): Promise<string> => {
  const [run] = await server.run(enqueue([probeOf(uuidv7(), label, "manual")]))
  return run!.jobRunId
}

it("keeps the job counts of each client's view up to date", async () => {
  const first = await queueOne("blade one")
  await queueOne("other")
  const [narrow, wide] = [openLive(server.origin, { token }), openLive(server.origin, { token })]
  const begin = await narrow.hello({ view: { id: "n", q: "blade", status: "failed" } })
  expect(begin.jobs).toMatchObject({ total: 0, runs: [], viewTotals: { queued: 1 }, totals: { queued: 2 } })
  expect((await wide.hello({ view: { id: "w", status: "active" } })).jobs.viewTotals.queued).toBe(2)
  await queueOne("blade two")
  await narrow.next(({ viewTotals }) => viewTotals?.queued === 2)
  await wide.next(({ viewTotals }) => viewTotals?.queued === 3)
  await server.run(cancel(first))
  await narrow.next(({ viewTotals }) => viewTotals?.cancelled === 1 && viewTotals.queued === 1)
  // The counts of one view are not sent to clients that display another view.
  expect(narrow.received.some(({ viewTotals }) => viewTotals?.queued === 3)).toBe(false)
  narrow.close()
  wide.close()
})

it("counts jobs again when a client resumes its view", async () => {
  const view = { id: "r", q: "resumed" }
  const before = openLive(server.origin, { token })
  const { epoch, seq } = await before.hello({ view })
  before.close()
  await queueOne("resumed")
  await new Promise((resolve) => setTimeout(resolve, 700))
  const again = openLive(server.origin, { token })
  await again.hello({ view, epoch, since: seq })
  await again.next(({ viewTotals }) => viewTotals?.queued === 1)
  again.close()
})

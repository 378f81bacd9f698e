import { enqueue } from "@media/jobs/Enqueue"
import { uuidv7 } from "@media/kernel/Ids"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { probeOf } from "../../media/videos/policy.ts"

let server: TestServer
let token = ""
let ids: ReadonlyArray<string> = []
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const runs = await server.run(
    enqueue(["one", "two", "three", "four"].map((label) => probeOf(uuidv7(), `2019/${label}.mp4`, "system")))
  )
  ids = runs.map(({ jobRunId }) => jobRunId)
  const error = JSON.stringify({
    message: "The file /a is torn",
    reason: "The file … is torn",
    isFinal: true
  })
  await server.rows(
    "update jobs set state = 4, attempts = 1, finished_at = now(), error = $1 where id = any($2)",
    [error, ids.slice(0, 2)]
  )
})
afterAll(() => server.stop())

const get = async (path: string) => (await server.get(path, token)).json.data
const post = (path: string, body: object) => server.request("POST", path, { token, body })

it("counts running, queued and failed jobs, and failures since a given time", async () => {
  expect(await get("/api/jobs/summary")).toEqual({
    running: 0,
    queued: 2,
    failed: 2,
    unreadable: [],
    failedOtherwise: 2,
    etaSeconds: null
  })
  const later = new Date(Date.now() + 60_000).toISOString()
  expect((await get(`/api/jobs/summary?failedSince=${later}`)).failed).toBe(0)
  for (const since of [
    "yesterday",
    "2026-02-31T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "2026-01-31T12:00:00+99:99"
  ])
    expect(
      (await server.get(`/api/jobs/summary?failedSince=${encodeURIComponent(since)}`, token)).status
    ).toBe(400)
})

it("lists running and waiting jobs before finished jobs", async () => {
  const { items, total } = await get("/api/jobs?sort=active&perPage=2")
  expect([total, items.map(({ id }: { id: string }) => id)]).toEqual([4, ids.slice(2)])
  expect((await get("/api/jobs?status=active")).total).toBe(2)
  expect((await get("/api/jobs/failures")).items).toMatchObject([
    { reason: "The file … is torn", count: 2, final: 2, queues: ["Media probe"] }
  ])
  expect((await get(`/api/jobs/${ids[0]}`)).alike).toBe(1)
  expect((await get("/api/jobs/throughput?span=day")).items).toHaveLength(144)
})

it("previews the number of jobs that a bulk action would change", async () => {
  const selection = { ids: [ids[2], ids[3]], except: [ids[3]] }
  expect((await post("/api/jobs/bulk-preview", selection)).json.data).toMatchObject({ cancel: 1, retry: 0 })
  const reason = "The file … is torn"
  expect((await post("/api/jobs/bulk-preview", { reason })).json.data).toMatchObject({ cancel: 0, retry: 2 })
  expect((await post("/api/jobs/cancel-all", selection)).json.data).toEqual({ count: 1 })
  expect(await get(`/api/jobs/${ids[2]}`)).toMatchObject({ status: "cancelled", canceledBy: "root" })
  expect((await post("/api/jobs/bulk-preview", { ids: ["no id"] })).status).toBe(400)
  const many = { ids: Array.from({ length: 2_001 }, () => ids[0]) }
  expect((await post("/api/jobs/cancel-all", many)).status).toBe(400)
})

it("requires an administrator for jobs and queues", async () => {
  const member = await server.account({ username: "mia" })
  for (const path of ["summary", "failures", "throughput"])
    expect((await server.get(`/api/jobs/${path}`, member.token)).status, path).toBe(403)
})

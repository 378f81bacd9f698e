import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const makeLibrary = async (name: string, files: Readonly<Record<string, number>>) => {
  const path = join(server.media, name)
  mkdirSync(path)
  for (const [file, size] of Object.entries(files)) writeFileSync(join(path, file), "x".repeat(size))
  const { json } = await server.request("POST", "/api/libraries", {
    token,
    body: { name, contents: ["images", "videos"], roots: [{ path }] }
  })
  return json.data
}
const read = async (id: string, by = token) => (await server.get(`/api/libraries/${id}`, by)).json.data

it("counts files as arriving until they are examined, and as failed if they cannot be read", async () => {
  await server.request("POST", "/api/jobs/queues/media-probe/pause", { token })
  const created = await makeLibrary("Mixed", { "broken.mp4": 10, "torn.mkv": 20 })
  // The response already contains the scan, because it is queued in the same transaction.
  expect(created.roots[0]).toHaveProperty("scan")
  const arrived = await eventually(async () => {
    const library = await read(created.id)
    return library.counts.arriving === 2 && library.roots[0].scan === null ? library : undefined
  })
  expect(arrived.counts).toMatchObject({ items: 2, arriving: 2, failed: 0 })
  await server.request("POST", "/api/jobs/queues/media-probe/resume", { token })
  const done = await eventually(async () => {
    const library = await read(created.id)
    return library.counts.failed === 2 ? library : undefined
  })
  expect(done.counts).toMatchObject({ items: 2, arriving: 0, failed: 2 })
})

it("shows a queued scan only to administrators", async () => {
  await server.request("POST", "/api/jobs/queues/library-scan/pause", { token })
  const { id } = await makeLibrary("Waiting", { "a.jpg": 1 })
  const { roots } = await read(id)
  expect(roots[0].scan).toEqual({ isRunning: false, phase: null, percent: null, startedAt: null })
  const member = await server.account({ username: "member", libraryIds: [id] })
  expect((await read(id, member.token)).roots).toEqual([])
  await server.request("POST", "/api/jobs/queues/library-scan/resume", { token })
})

it("lists files in the order of the sort parameter", async () => {
  const { id, roots } = await makeLibrary("Sorted", { "b.jpg": 30, "a.jpg": 10, "c.jpg": 20 })
  await eventually(async () => (await read(id)).roots[0].lastScannedAt !== null)
  const paths = async (sort: string) =>
    (await server.get(`/api/files?rootId=${roots[0].id}&sort=${sort}`, token)).json.data.items.map(
      ({ path }: { path: string }) => path
    )
  expect(await paths("path")).toEqual(["a.jpg", "b.jpg", "c.jpg"])
  expect(await paths("-path")).toEqual(["c.jpg", "b.jpg", "a.jpg"])
  expect(await paths("size")).toEqual(["a.jpg", "c.jpg", "b.jpg"])
  expect(await paths("-size")).toEqual(["b.jpg", "c.jpg", "a.jpg"])
  expect(await paths("scanResult")).toEqual(["a.jpg", "b.jpg", "c.jpg"])
  expect((await server.get("/api/files?sort=colour", token)).status).toBe(400)
})

it("shows the contents of a folder only to administrators", async () => {
  const { token: member } = await server.account({ username: "curious", mayCreateLibraries: true })
  const address = `/api/libraries/browse/contents?path=${encodeURIComponent(server.media)}`
  expect((await server.get(address, member)).status).toBe(403)
  const { json, status } = await server.get(address, token)
  expect([status, json.data.contents]).toEqual([200, { images: 4, videos: 2 }])
})

it("filters and sorts files with the conditions and sort keys of a query", async () => {
  const { id, roots } = await makeLibrary("Narrowed", { "b.jpg": 30, "a.jpg": 10, "xc.jpg": 30 })
  await eventually(async () => (await read(id)).roots[0].lastScannedAt !== null)
  const paths = async (q: string) => {
    const { items, total } = (
      await server.get(`/api/files?rootId=${roots[0].id}&q=${encodeURIComponent(q)}`, token)
    ).json.data
    expect(total).toBe(items.length)
    return items.map(({ path }: { path: string }) => path)
  }
  expect(await paths("type:file name:XC")).toEqual(["xc.jpg"])
  expect(await paths("type:file size>20 sort:-size,-path")).toEqual(["xc.jpg", "b.jpg"])
  expect(await paths("library:narrowed (name:a.jpg OR path^=xc)")).toEqual(["a.jpg", "xc.jpg"])
  expect(await paths("library:nothing")).toEqual([])
  expect(await paths("checked:1d modified:1d type:file")).toEqual(["a.jpg", "b.jpg", "xc.jpg"])
})

it("shows a photo on the timeline only after it was examined", async () => {
  await server.request("POST", "/api/jobs/queues/image-thumbnail/pause", { token })
  const { id } = await makeLibrary("Photos", { "IMG_20240531_123005.jpg": 30 })
  const photos = async () =>
    (await server.get(`/api/images?libraryId=${id}&sort=takenAt`, token)).json.data.items
  const [waiting] = await eventually(async () => {
    const items = await photos()
    return items.length === 1 ? items : undefined
  })
  expect(waiting).toMatchObject({ status: "arriving", moment: null, momentFrom: null })
  const timeline = await server.get(`/api/images/timeline?libraryId=${id}`, token)
  expect(timeline.json.data).toEqual({ total: 0, days: [] })
  await server.request("POST", "/api/jobs/queues/image-thumbnail/resume", { token })
  await eventually(async () => (await photos())[0].status !== "arriving")
})

it("cancels the queued jobs of a deleted library", async () => {
  await server.request("POST", "/api/jobs/queues/image-thumbnail/pause", { token })
  const { id } = await makeLibrary("Short-lived", { "a.jpg": 31, "b.jpg": 32 })
  const jobs = async (state: number) =>
    (
      await server.rows(
        `select 1 from job_runs j where queue_name = 'image-thumbnail' and state = $1 and target_label in ('a.jpg', 'b.jpg')`,
        [state]
      )
    ).length
  await eventually(async () => (await jobs(0)) === 2)
  expect((await server.request("DELETE", `/api/libraries/${id}`, { token })).status).toBe(200)
  await eventually(async () => (await jobs(0)) === 0)
  await server.request("POST", "/api/jobs/queues/image-thumbnail/resume", { token })
})

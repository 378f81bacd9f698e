import { enqueue } from "@media/jobs/Enqueue"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { openLive } from "@media/testkit/LiveClient"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { probeOf } from "../../media/videos/policy.ts"
import { HIDDEN_LABEL } from "./hiddenNames.ts"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let token = ""
const jobs: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  for (const name of ["plain", "secretlib"]) {
    const root = join(server.media, name)
    mkdirSync(root)
    writeTree(root, {
      [`${name}-open.mp4`]: name,
      [`${name}-open.en.srt`]: "1",
      [`${name}-secret.mp4`]: `${name}!`,
      [`${name}-secret.en.srt`]: "1",
      [`Subs/${name}-secret/2_English.srt`]: "1",
      [`Subs/${name}-open.de.srt`]: "1",
      [`${name}-secret two.nfo`]: "1"
    })
    const library = await openLibrary(server, [root], { name })
    await library.scan()
  }
  await server.rows("update libraries set is_nsfw = true where name = 'secretlib'")
  await server.rows(
    `update items set is_nsfw = true, is_nsfw_own = true where title like '%secret' or title like 'secretlib%'`
  )
  const files = await server.rows("select v.id, f.path from items v join item_files f on f.item_id = v.id")
  for (const file of files) {
    const [id, path] = [String(file["id"]), String(file["path"])]
    const [run] = await server.run(enqueue([probeOf(id, path, "system")]))
    jobs[path] = run!.jobRunId
  }
  for (const [path, id] of Object.entries(jobs)) {
    const error = { message: `${path} is torn`, detail: `/x/${path}`, reason: "The file is torn" }
    await server.rows(
      "update jobs set state = 4, attempts = 1, finished_at = now(), error = $1 where id = $2",
      [JSON.stringify(error), id]
    )
  }
})
afterAll(() => server.stop())

const get = async (path: string): Promise<Json> => (await server.get(path, token)).json.data
const showNsfw = (showNsfw: boolean) => server.request("PATCH", "/api/auth/me", { token, body: { showNsfw } })
const told = async () => ({
  jobs: await get("/api/jobs?queue=media-probe"),
  files: await get("/api/files"),
  storage: await get("/api/system/storage"),
  one: await get(`/api/jobs/${jobs["secretlib-open.mp4"]}`)
})
const names = /secretlib|plain-secret/

it("hides names of NSFW items in jobs, files and storage, but still counts their jobs", async () => {
  const all = await told()
  expect(JSON.stringify(all)).toMatch(names)
  await showNsfw(false)
  const some = await told()
  expect(JSON.stringify(some)).not.toMatch(names)
  expect([some.jobs.total, some.files.total]).toEqual([all.jobs.total, 3])
  expect(some.one).toMatchObject({ targetLabel: HIDDEN_LABEL, payload: null, log: [] })
  expect(some.jobs.items.map(({ targetLabel }: Json) => targetLabel)).toContain("plain-open.mp4")
  expect(some.one.error).toMatchObject({ message: "The file is torn" })
  await showNsfw(true)
})

it("hides names on the live socket as soon as the preference changes", async () => {
  const live = openLive(server.origin, { token })
  const view = { id: "v1", queue: "media-probe" }
  expect(JSON.stringify(await live.hello({ view }))).toMatch(names)
  await showNsfw(false)
  await live.next(({ jobs, t }) => t === "snapshot" && !names.test(JSON.stringify(jobs)))
  const before = live.received.length
  await server.request("POST", `/api/jobs/${jobs["secretlib-open.mp4"]}/retry`, { token })
  const delta = await live.next(
    ({ runs, t }) => t === "delta" && runs?.some(({ id }: Json) => id === jobs["secretlib-open.mp4"])
  )
  expect(delta.runs[0].targetLabel).toBe(HIDDEN_LABEL)
  expect(JSON.stringify(live.received.slice(before))).not.toMatch(names)
  live.close()
  await showNsfw(true)
})

it("does not find jobs by a hidden name", async () => {
  const queries = [
    "secret",
    "target:secret",
    "target^=plain-secret",
    "target~secret",
    "NOT -secret",
    "secret OR target:secretlib"
  ]
  const totalsFor = async (q: string) => {
    const of = encodeURIComponent(q)
    const live = openLive(server.origin, { token })
    const { jobs } = await live.hello({ view: { id: q, q } })
    live.close()
    return {
      list: (await get(`/api/jobs?q=${of}`)).total,
      active: (await get(`/api/jobs?sort=active&q=${of}`)).total,
      retry: (await get(`/api/jobs/bulk-preview?q=${of}`)).retry,
      reasons: (await get(`/api/jobs/failures?q=${of}`)).items.length,
      live: [jobs.total, jobs.viewTotals.failed]
    }
  }
  const none = { list: 0, active: 0, retry: 0, reasons: 0, live: [0, 0] }
  for (const q of queries) expect((await totalsFor(q)).list, q).toBeGreaterThan(0)
  await showNsfw(false)
  for (const q of queries) expect(await totalsFor(q), q).toEqual(none)
  expect((await get("/api/jobs?q=plain-open")).total).toBeGreaterThan(0)
  expect((await get("/api/jobs?q=-plain-open")).items.map(({ targetLabel }: Json) => targetLabel)).toContain(
    HIDDEN_LABEL
  )
  const { json } = await server.request("POST", "/api/jobs/retry-failed", { token, body: { q: "secret" } })
  expect(json.data.count).toBe(0)
  await showNsfw(true)
})

it("neither shows nor finds failure reasons that contain a hidden name", async () => {
  const id = jobs["plain-secret.mp4"]
  const error = JSON.stringify({ message: "plain-secret.mp4 is too long" })
  await server.rows("update jobs set state = 4, error = $1 where id = $2", [error, id])
  const reasons = async () => (await get("/api/jobs/failures")).items.map(({ reason }: Json) => reason)
  expect(await reasons()).toContain("plain-secret.mp4 is too long")
  expect((await get("/api/jobs?q=reason:secret")).total).toBe(1)
  await showNsfw(false)
  expect(await reasons()).toEqual(["The file is torn"])
  expect((await get("/api/jobs?q=reason:secret")).total).toBe(0)
  await server.rows(
    "update jobs set error = jsonb_set(error, '{reason}', '\"The file is torn\"') where id = $1",
    [id]
  )
  await showNsfw(true)
})

it("filters jobs by conditions and reports invalid conditions", async () => {
  const failed = (await get("/api/jobs?status=failed")).total
  expect(failed).toBeGreaterThan(2)
  expect((await get("/api/jobs?q=reason:torn+is:exhausted")).total).toBe(failed)
  expect((await get("/api/jobs?q=reason:torn+-is:exhausted")).total).toBe(0)
  expect((await get("/api/jobs?q=status:(queued,completed)+queue:nothing")).total).toBe(0)
  const [id] = Object.values(jobs)
  expect((await get(`/api/jobs?q=${id}`)).items.map((run: Json) => run.id)).toEqual([id])
  const { json, status } = await server.get("/api/jobs?q=statsu:failed", token)
  expect([status, json.error.code, json.error.details[0].suggestion]).toEqual([400, "validation", "status"])
})

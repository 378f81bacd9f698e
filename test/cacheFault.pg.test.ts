import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

/** A file takes the place of the cache directory, so that even root cannot write to the cache. */
const folder = mkdtempSync(join(tmpdir(), "media-cache-fault-"))
const cacheDir = join(folder, "cache")
let server: TestServer
let token = ""
let video = ""

beforeAll(async () => {
  const recipe = { video: "h264", container: "mp4", audio: "aac", seconds: 1, fps: "10" } as const
  const sample = await Effect.runPromise(makeMedia(recipe).pipe(Effect.provide(realMediaTools)))
  writeFileSync(cacheDir, "")
  server = await startTestServer({ isWorking: true, environment: { MEDIA_CACHE_DIR: cacheDir } })
  token = (await server.setup()).token
  copyFileSync(sample, join(server.media, "film.mp4"))
  await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Films", contents: ["videos"], roots: [{ path: server.media }] }
  })
  video = await eventually(async () => {
    const [row] = await server.rows(
      "select id::text from items v join item_files f on f.item_id = v.id where status = 'ready'"
    )
    return row === undefined ? undefined : String(row["id"])
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const get = (target: string) => server.get(target, token)
const master = () => get(`/api/video-stream/${video}/hls/master.m3u8`)
const fault = "The cache directory cannot be used (a file has its name)"

it("starts without a cache, plays originals and reports the problem", async () => {
  expect(server.logs.filter((line) => line.includes(fault)).length).toBeGreaterThan(0)
  expect((await get("/api/health")).json.data).toMatchObject({ status: "degraded", database: "ok" })
  expect((await get("/api/system/status")).json.data.warnings).toContain(
    `${fault}: videos can only be played without conversion.`
  )
  expect((await get(`/api/video-stream/${video}/source`)).status).toBe(200)
  const reply = await master()
  expect([reply.status, reply.text.trim()]).toEqual([503, fault])
})

it("converts videos as soon as the cache becomes writable", async () => {
  rmSync(cacheDir)
  expect((await get("/api/health")).json.data.status).toBe("ok")
  await eventually(async () => (await master()).status === 200)
  expect(
    (await get("/api/system/status")).json.data.warnings.filter((line: string) => line.includes("cache"))
  ).toEqual([])
})

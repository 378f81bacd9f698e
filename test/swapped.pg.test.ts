import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let token = ""
let sample = ""
let folder = ""
let outside = ""
beforeAll(async () => {
  const recipe = { video: "h264", container: "mp4", audio: "aac", seconds: 5, fps: "25" } as const
  sample = await Effect.runPromise(makeMedia(recipe).pipe(Effect.provide(realMediaTools)))
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  folder = join(server.media, "films")
  outside = join(server.media, "outside")
  mkdirSync(join(folder, "season"), { recursive: true })
  mkdirSync(outside)
  for (const name of ["plain.mp4", "raced.mp4", "season/one.mp4", "target.mp4", "waits.mp4"])
    put(join(folder, name))
  for (const name of ["one.mp4", "secret.mp4"]) put(join(outside, name))
  writeFileSync(join(outside, "passwd"), "secret".repeat(1000))
  symlinkSync("target.mp4", join(folder, "link.mp4"))
  const root = { path: folder }
  await send("POST", "/api/libraries", { name: "Films", contents: ["videos"], roots: [root] })
  await eventually(async () => {
    const { items } = await data("/api/videos?status=ready")
    return items.length === 6
  })
})
afterAll(() => server.stop())

let count = 0
/**
 * Writes a video. All videos have the same size and modification time, and the same content except for the last eight
 * bytes.
 */
const put = (path: string) => {
  const mark = Buffer.alloc(8)
  mark.writeUInt32LE((count += 1))
  writeFileSync(path, Buffer.concat([readFileSync(sample), mark]))
  utimesSync(path, 1_600_000_000, 1_600_000_000)
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const video = async (title: string): Promise<Json> =>
  (await data("/api/videos?perPage=100")).items.find((one: Json) => one.title === title)
const source = (id: string) => server.get(`/api/video-stream/${id}/source`, token)
const stream = (id: string, path: string) => server.get(`/api/video-stream/${id}/hls/${path}`, token)
/**
 * Waits until the server has closed its descriptors. The server keeps the descriptor of a file for another second after
 * a request.
 */
const closed = () => new Promise((resolve) => setTimeout(resolve, 1_200))

describe("a file that was replaced with a link after the scan", () => {
  it("is not served if the link leads outside the root", async () => {
    const { id } = await video("plain")
    expect((await source(id)).status).toBe(200)
    const path = join(folder, "plain.mp4")
    await closed()
    for (const target of [join(outside, "passwd"), join(outside, "secret.mp4"), "/dev/zero", "/etc/passwd"]) {
      rmSync(path)
      symlinkSync(target, path)
      expect([target, (await source(id)).status]).toEqual([target, 404])
      // `secret.mp4` has the same size and modification time as the original file. The server can therefore detect the
      // swap only from the location of the file.
      expect([target, [503, 404].includes((await stream(id, "master.m3u8")).status)]).toEqual([target, true])
    }
    rmSync(path)
    put(path)
    // The original file is served again immediately, because the server caches neither the link nor the failure.
    expect((await source(id)).status).toBe(200)
  })

  it("does not expose any segment of the link's target", async () => {
    const { id } = await video("raced")
    const master = await stream(id, "master.m3u8")
    expect(master.status).toBe(200)
    const [variant] = /^\d+p.*m3u8$/m.exec(master.text)!
    expect((await stream(id, variant)).status).toBe(200)
    await send("POST", "/api/jobs/cancel-all", { queue: "preview" })
    const path = join(folder, "raced.mp4")
    renameSync(path, join(server.media, "kept"))
    symlinkSync(join(outside, "secret.mp4"), path)
    await send("POST", `/api/jobs/rebuild-preview/${id}`)
    await eventually(async () => {
      const run = (await data(`/api/jobs?queue=preview&targetId=${id}`)).items[0]
      return run.status === "failed"
    })
    expect((await stream(id, `${variant.replace(/\/.*$/, "")}/0.ts`)).status).not.toBe(200)
    rmSync(path)
    renameSync(join(server.media, "kept"), path)
  })

  it("is not examined through the link", async () => {
    await send("POST", "/api/jobs/queues/media-probe/pause")
    const { id } = await video("waits")
    await send("POST", `/api/videos/${id}/examine`)
    const path = join(folder, "waits.mp4")
    rmSync(path)
    symlinkSync(join(outside, "secret.mp4"), path)
    const before = await data(`/api/videos/${id}`)
    await send("POST", "/api/jobs/queues/media-probe/resume")
    await eventually(async () => {
      const run = (await data(`/api/jobs?queue=media-probe&targetId=${id}`)).items[0]
      return run.status === "failed" && run.error.message.includes("outside the library folder")
    })
    expect(await data(`/api/videos/${id}`)).toEqual(before)
  })
})

describe("a folder that was replaced with a link after the scan", () => {
  it("is not served if the link leads outside the root", async () => {
    const { id } = await video("one")
    renameSync(join(folder, "season"), join(server.media, "season"))
    symlinkSync(outside, join(folder, "season"))
    expect((await source(id)).status).toBe(404)
    expect((await stream(id, "master.m3u8")).status).not.toBe(200)
    rmSync(join(folder, "season"))
    renameSync(join(server.media, "season"), join(folder, "season"))
    expect((await source(id)).status).toBe(200)
  })
})

describe("a link inside the library", () => {
  it("is followed if it stays inside the root", async () => {
    const { id } = await video("link")
    expect((await source(id)).status).toBe(200)
    expect((await stream(id, "master.m3u8")).status).toBe(200)
    await closed()
    const moved = join(server.media, "moved")
    renameSync(folder, moved)
    symlinkSync(moved, folder)
    expect((await source(id)).status).toBe(200)
    expect((await stream(id, "master.m3u8")).status).toBe(200)
    const raced = join(folder, "raced.mp4")
    const { id: racedId } = await video("raced")
    renameSync(raced, join(folder, "other"))
    linkSync(join(folder, "other"), raced)
    expect((await source(racedId)).status).toBe(200)
    rmSync(join(folder, "other"))
  })
})

describe("a file that is repeatedly swapped for a link", () => {
  it("is served unchanged, or is missing, but the link's target is never served", async () => {
    const { id } = await video("raced")
    const path = join(folder, "raced.mp4")
    const real = join(folder, ".real")
    const whole = readFileSync(path)
    copyFileSync(path, real)
    let isOver = false
    let swaps = 0
    const swapping = (async () => {
      while (!isOver) {
        const next = join(folder, ".next")
        if (swaps % 2 === 0) symlinkSync(join(outside, "secret.mp4"), next)
        else linkSync(real, next)
        renameSync(next, path)
        swaps += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const statuses = new Map<number, number>()
    for (let n = 0; n < 400; n += 1) {
      // Each request has a different range. Otherwise the server would reuse the descriptor of an earlier response for
      // a second.
      const start = whole.length - 16
      const answer = await server.request("GET", `/api/video-stream/${id}/source`, {
        token,
        headers: { range: `bytes=${start}-` }
      })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 206) expect(answer.bytes).toEqual(whole.subarray(start))
    }
    isOver = true
    await swapping
    expect(swaps).toBeGreaterThan(500)
    expect([...statuses.keys()].every((status) => [206, 404].includes(status))).toBe(true)
  })

  it("does not leak descriptors", async () => {
    const open = () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(server.media)
        } catch {
          return false
        }
      })
    // A busy server may close the descriptors late.
    await eventually(async () => open().length === 0)
  })
})

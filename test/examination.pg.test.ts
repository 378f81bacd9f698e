import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let token = ""
let sample = Buffer.alloc(0)
let folder = ""
let libraryId = ""
beforeAll(async () => {
  const recipe = { video: "h264", container: "mp4", audio: "aac", seconds: 5, fps: "25" } as const
  sample = readFileSync(await Effect.runPromise(makeMedia(recipe).pipe(Effect.provide(realMediaTools))))
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  folder = join(server.media, "films")
  mkdirSync(folder)
  const root = { path: folder }
  libraryId = (await send("POST", "/api/libraries", { name: "Films", contents: ["videos"], roots: [root] }))
    .data.id
})
afterAll(() => server.stop())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const video = async (title: string): Promise<Json> =>
  (await data(`/api/videos?q=${title}`)).items.find((one: Json) => one.title === title)
const scan = () => send("POST", `/api/libraries/${libraryId}/scan`)
const whenVideo = (title: string, status: string, millis?: number) =>
  eventually(async () => {
    const found = await video(title)
    return found?.status === status && found
  }, millis)
/** Returns the pending jobs that will examine the file again. */
const looksOf = (id: string) =>
  server.rows("select 1 from jobs where target_id = $1 and dedupe_key like '%/look' and state in (0, 1, 3)", [
    id
  ])
const master = (id: string) => server.get(`/api/video-stream/${id}/hls/master.m3u8`, token)
/** Sets the modification time of a file to a time long ago, so that the file counts as completely written. */
const age = (path: string) => utimesSync(path, 1_600_000_000, 1_600_000_000)

describe("a file that was half written during a scan", () => {
  it("plays as soon as it is complete, without a manual scan", async () => {
    const path = join(folder, "played.mp4")
    writeFileSync(path, sample.subarray(0, sample.length / 2))
    age(path)
    await scan()
    const { id } = await whenVideo("played", "failed")
    expect((await master(id)).status).toBe(422)
    appendFileSync(path, sample.subarray(sample.length / 2))
    expect((await master(id)).status).toBe(200)
    expect(await data(`/api/videos/${id}`)).toMatchObject({
      status: "ready",
      size: sample.length,
      failure: null
    })
    // The next scan finds no change, because the server has already stored the new size.
    await scan()
    const files = await data("/api/files?path=played.mp4")
    expect(files.items[0]).toMatchObject({ size: sample.length, scanResult: "indexed" })
  })

  it("becomes ready automatically after it is complete", async () => {
    const path = join(folder, "watched.mp4")
    writeFileSync(path, sample.subarray(0, sample.length / 2))
    await scan()
    const { id } = await whenVideo("watched", "failed")
    appendFileSync(path, sample.subarray(sample.length / 2))
    // The server examines the file repeatedly, with increasing delays. The test skips the delays.
    const startNow = () =>
      server.rows("update jobs set run_at = now() where target_id = $1 and state = 0", [id])
    await eventually(async () => {
      await startNow()
      return (await video("watched")).status === "ready"
    })
    // The file counts as complete after ten seconds without a write.
    age(path)
    await eventually(async () => {
      await startNow()
      return (await looksOf(id)).length === 0
    })
  })

  it("is no longer examined after it was deleted", async () => {
    const path = join(folder, "partial.mp4")
    writeFileSync(path, sample.subarray(0, sample.length / 2))
    await scan()
    const { id } = await whenVideo("partial", "failed")
    rmSync(path)
    expect(await looksOf(id)).toHaveLength(1)
    await server.rows("update jobs set run_at = now() where target_id = $1 and state = 0", [id])
    await eventually(async () => (await looksOf(id)).length === 0)
  })

  it("is examined in its current state if it grew after the scan", async () => {
    await send("POST", "/api/jobs/queues/media-probe/pause")
    const path = join(folder, "between.mp4")
    writeFileSync(path, sample.subarray(0, sample.length / 2))
    await scan()
    const { id } = await whenVideo("between", "arriving")
    appendFileSync(path, sample.subarray(sample.length / 2))
    age(path)
    await send("POST", "/api/jobs/queues/media-probe/resume")
    await whenVideo("between", "ready")
    expect((await master(id)).status).toBe(200)
  })
})

describe("a video whose examination was canceled", () => {
  it("shows that its examination was canceled, and is examined on request", async () => {
    await send("POST", "/api/jobs/queues/media-probe/pause")
    for (const name of ["one.mp4", "two.mp4"]) writeFileSync(join(folder, name), sample)
    await scan()
    const one = await whenVideo("one", "arriving")
    await whenVideo("two", "arriving")
    const runs = (await data(`/api/jobs?queue=media-probe&targetId=${one.id}`)).items
    await send("POST", `/api/jobs/${runs[0].id}/cancel`)
    const cancelled = await data(`/api/videos/${one.id}`)
    expect(cancelled).toMatchObject({
      status: "failed",
      failure: "Not examined yet: its job was canceled",
      isFailurePassing: true
    })
    // The other video still has its job.
    expect((await video("two")).status).toBe("arriving")
    await send("POST", "/api/jobs/cancel-all", { queue: "media-probe" })
    expect((await video("two")).status).toBe("failed")

    const asked = await send("POST", `/api/videos/${one.id}/examine`)
    expect(asked.data.jobRunId).toEqual(expect.any(String))
    expect(await data(`/api/videos/${one.id}`)).toMatchObject({ status: "arriving", failure: null })
    const twice = await send("POST", `/api/videos/${one.id}/examine`)
    expect(twice.data.jobRunId).toBe(asked.data.jobRunId)
    await send("POST", "/api/jobs/queues/media-probe/resume")
    await whenVideo("one", "ready")
    // A request to play the video also starts its examination.
    expect((await master((await video("two")).id)).status).toBe(200)
  })

  it("cannot be examined by members, or while its file is missing", async () => {
    const member = await server.account({ username: "ada", libraryIds: [libraryId] })
    const { id } = await video("one")
    const target = `/api/videos/${id}/examine`
    expect((await server.request("POST", target, { token: member.token })).status).toBe(403)
    rmSync(join(folder, "one.mp4"))
    await scan()
    await whenVideo("one", "missing")
    expect((await send("POST", target)).error.code).toBe("conflict")
    expect((await send("POST", `/api/videos/${libraryId}/examine`)).error.code).toBe("not_found")
  })
})

describe("a file that cannot be opened", () => {
  it("shows the reason immediately, and is examined again after a change", async () => {
    await send("POST", "/api/jobs/queues/media-probe/pause")
    const path = join(folder, "swapped.mp4")
    // The content differs from the content of the missing file, because the scan would otherwise recognize the file as
    // moved.
    writeFileSync(path, Buffer.concat([sample, Buffer.alloc(8)]))
    await scan()
    const { id } = await whenVideo("swapped", "arriving")
    rmSync(path)
    execFileSync("mkfifo", [path])
    await send("POST", "/api/jobs/queues/media-probe/resume")
    await whenVideo("swapped", "failed")
    expect(await data(`/api/videos/${id}`)).toMatchObject({
      failure: "It is not a regular file.",
      isFailurePassing: true
    })
    const [row] = (await data("/api/files?path=swapped.mp4")).items
    expect(row).toMatchObject({ scanResult: "failed", reason: "It is not a regular file." })
    rmSync(path)
    writeFileSync(path, sample)
    await scan()
    await whenVideo("swapped", "ready")
    expect((await data(`/api/videos/${id}`)).failure).toBe(null)
  })
})

describe("an edit", () => {
  it("does not conflict with a concurrent examination", async () => {
    const { id, version } = await data(`/api/videos/${(await video("played")).id}`)
    const { data: run } = await send("POST", `/api/videos/${id}/examine`)
    await eventually(async () => (await data(`/api/jobs/${run.jobRunId}`)).status === "completed")
    const edited = await send("PATCH", `/api/videos/${id}`, { title: "Other", expectedVersion: version })
    expect(edited.data).toMatchObject({ title: "Other", version: version + 1 })
    const late = await send("PATCH", `/api/videos/${id}`, { title: "Late", expectedVersion: version })
    expect(late.error.code).toBe("conflict")
  })
})

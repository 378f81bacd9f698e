import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { openLive } from "@media/testkit/LiveClient"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let token = ""
let sample = ""
let folder = ""
let libraryId = ""
beforeAll(async () => {
  sample = await Effect.runPromise(
    makeMedia({
      video: "h264",
      container: "mp4",
      audio: "aac",
      seconds: 5,
      fps: "25",
      isFastStart: true
    }).pipe(Effect.provide(realMediaTools))
  )
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  folder = join(server.media, "films")
  mkdirSync(folder)
})
afterAll(() => server.stop())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const videos = async (): Promise<ReadonlyArray<Json>> =>
  (await data("/api/videos?perPage=500&sort=title&order=asc")).items
const video = async (title: string): Promise<Json> => (await videos()).find((one) => one.title === title)
const runOf = async (queue: string, targetId: string): Promise<Json> =>
  (await data(`/api/jobs?queue=${queue}&targetId=${targetId}`)).items.find(
    // A file that was just written is examined a second time later. This filter ignores the job for the second
    // examination.
    ({ nextRetryAt, status }: Json) => status !== "queued" || nextRetryAt === null
  )
/**
 * Returns the jobs that convert a video for streaming. Excludes the jobs for previews, which the server adds to the
 * same queue automatically.
 */
const conversionsOf = async (id: string): Promise<ReadonlyArray<Json>> =>
  (await data(`/api/jobs?queue=preview&targetId=${id}`)).items.filter(
    ({ triggeredBy }: Json) => triggeredBy === "playback" || triggeredBy === "manual"
  )
/** Waits until no job is queued or running. */
const quiet = () =>
  eventually(async () => {
    const { items } = await data("/api/jobs/queues")
    return items.every(({ queued, started }: Json) => queued + started === 0)
  })
const scan = async () => {
  await send("POST", `/api/libraries/${libraryId}/scan`)
  await quiet()
}

describe("a new library", () => {
  it("is scanned and probed automatically", async () => {
    const good = readFileSync(sample)
    const write = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), content)
    copyFileSync(sample, join(folder, "good.mp4"))
    copyFileSync(sample, join(folder, "%03d -i 'quoted' 🎬.mp4"))
    write("random.mp4", randomBytes(50_000))
    write("cut.mp4", good.subarray(0, 300))
    write("text.mkv", "just words\n".repeat(100))
    write("zeros.avi", Buffer.alloc(100_000))
    write("list.mp4", `#EXTM3U\n#EXTINF:5,\n${sample}\n#EXT-X-ENDLIST\n`)
    write("html.webm", "<!doctype html><script>alert(1)</script>".repeat(50))
    const created = await send("POST", "/api/libraries", {
      name: "Films",
      contents: ["videos"],
      roots: [{ path: folder }]
    })
    libraryId = created.data.id
    await eventually(async () => (await videos()).length === 8)
    await quiet()

    const statuses = Object.fromEntries((await videos()).map(({ status, title }) => [title, status]))
    expect(statuses).toEqual({
      good: "ready",
      "%03d -i 'quoted' 🎬": "ready",
      random: "failed",
      cut: "failed",
      text: "failed",
      zeros: "failed",
      list: "failed",
      html: "failed"
    })
    const full = await data(`/api/videos/${(await video("good")).id}`)
    expect(full).toMatchObject({
      duration: expect.closeTo(5, 0),
      width: 160,
      height: 96,
      videoCodec: "h264",
      audioCodec: "aac",
      frameRate: 25,
      failure: null,
      size: good.length
    })
    expect(full.streams.map(({ kind }: Json) => kind)).toEqual(["video", "audio"])
    expect(full.playback.directPlayable.mimeType).toMatch(
      /^video\/mp4; codecs="avc1\.[0-9a-f]{6}, mp4a\.40\.2"$/
    )
  })

  it("does not retry a file that cannot be played", async () => {
    for (const title of ["random", "cut", "text", "list"]) {
      const { id } = await video(title)
      const { failure } = await data(`/api/videos/${id}`)
      // The second examination of a newly written file may already have completed without a new result.
      const runs: Json = await data(`/api/jobs?queue=media-probe&targetId=${id}`)
      const run = runs.items.find(({ status }: Json) => status === "failed")
      expect(run).toMatchObject({ status: "failed", isExhausted: true, attempts: 1, nextRetryAt: null })
      expect(run.error.message).toBe(failure)
      expect(failure).not.toContain(server.folder)
      expect(failure.length).toBeGreaterThan(10)
      const master = await server.get(`/api/video-stream/${id}/hls/master.m3u8`, token)
      expect([master.status, master.text]).toEqual([422, `${failure}\n`])
      expect((await data(`/api/video-stream/${id}/hls/status`)).state).toBe("failed")
    }
    const files = (await data("/api/files?scanResult=failed")).items
    expect(files).toHaveLength(6)
    for (const { reason } of files) expect(reason).toEqual(expect.any(String))
  })

  it("marks a video as ready when its file is complete", async () => {
    const { id } = await video("cut")
    copyFileSync(sample, join(folder, "cut.mp4"))
    await scan()
    expect(await data(`/api/videos/${id}`)).toMatchObject({ status: "ready", failure: null })
    expect(await runOf("media-probe", id)).toMatchObject({ status: "completed" })
  })

  it("probes the current state of a file that has changed since the scan", async () => {
    const { id } = await video("good")
    writeFileSync(join(folder, "good.mp4"), Buffer.concat([readFileSync(sample), Buffer.alloc(64)]))
    await server.rows("update items set status = 'arriving' where id = $1", [id])
    expect((await send("POST", "/api/jobs/queues/media-probe/run")).data.enqueued).toBeGreaterThan(0)
    await quiet()
    const changed = await data(`/api/videos/${id}`)
    expect(changed).toMatchObject({ status: "ready", size: readFileSync(sample).length + 64 })
    const { id: run } = await runOf("media-probe", id)
    await scan()
    expect(await data(`/api/videos/${id}`)).toEqual(changed)
    expect((await runOf("media-probe", id)).id).toBe(run)
  })

  it("keeps the id, rating and manual title of a renamed video", async () => {
    const { id } = await video("good")
    await send("PATCH", `/api/videos/${id}`, { title: "By Hand", rating: 80 })
    renameSync(join(folder, "good.mp4"), join(folder, "other name.mp4"))
    await scan()
    expect(await data(`/api/videos/${id}`)).toMatchObject({
      title: "By Hand",
      userState: { rating: 80 },
      path: "other name.mp4",
      status: "ready"
    })
    const bytes = await server.request("GET", `/api/video-stream/${id}/source`, {
      token,
      headers: { range: "bytes=4-7" }
    })
    expect([bytes.status, bytes.text]).toEqual([206, "ftyp"])
  })
})

describe("a preview job", () => {
  it("fills the cache of the stream and reports its progress", async () => {
    const { id } = await video("By Hand")
    const client = openLive(server.origin, { token })
    await client.hello({ view: { id: "v", queue: "preview" } })
    const master = await server.get(`/api/video-stream/${id}/hls/master.m3u8?access_token=${token}`)
    expect(master.status).toBe(200)
    // Opening the video only queues the conversion, which waits until the video is played.
    const opened = { status: "queued", waitsFor: "Starts when the video is played", triggeredBy: "playback" }
    expect(await conversionsOf(id)).toMatchObject([opened])
    const [rendition] = (await data(`/api/video-stream/${id}/hls/status`)).renditions
    // A HEAD request for a missing segment starts no encoder.
    const first = `/api/video-stream/${id}/hls/${rendition.height}p_0.ts`
    const head = await server.request("HEAD", first, { token })
    expect([head.status, head.headers["content-type"], head.bytes.length]).toEqual([200, "video/mp2t", 0])
    expect((await data(`/api/video-stream/${id}/hls/status`)).renditions[0].segmentsReady).toBe(0)
    expect((await server.get(`/api/video-stream/${id}/hls/${rendition.height}p_0.ts`, token)).status).toBe(
      200
    )
    const run: Json = await eventually(async () => {
      const [found] = await conversionsOf(id)
      return found?.status === "completed" ? found : undefined
    })
    expect(run.triggeredBy).toBe("playback")
    const status = await data(`/api/video-stream/${id}/hls/status`)
    expect(status).toMatchObject({ state: "fresh", progress: 1 })
    for (const { segmentsReady, segmentsTotal } of status.renditions)
      expect(segmentsReady).toBe(segmentsTotal)
    await client.next(({ runs }) =>
      runs?.some((one: Json) => one.id === run.id && one.status === "completed")
    )
    client.close()

    const base = `/api/video-stream/${id}/hls/`
    const variants = master.text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
    expect(variants.length).toBeGreaterThan(0)
    for (const variant of variants) {
      expect(variant).toContain(`access_token=${token}`)
      const list = await server.get(`${base}${variant}`)
      expect(list.text).toContain("#EXT-X-ENDLIST")
      const segments = list.text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
      for (const segment of segments) {
        const at = `${base}${variant.replace(/[^/]+$/, "")}${segment}`
        const { bytes, status: code } = await server.get(at)
        expect([code, bytes[0], bytes.length % 188]).toEqual([200, 0x47, 0])
      }
    }
  })

  it("is canceled with a reason if the video was opened but not played", async () => {
    const { id } = (await videos()).find(({ status, title }) => status === "ready" && title !== "By Hand")!
    for (const _ of [1, 2, 3])
      expect((await server.get(`/api/video-stream/${id}/hls/master.m3u8`, token)).status).toBe(200)
    const [run, ...others] = await conversionsOf(id)
    expect([run.status, others]).toEqual(["queued", []])
    await server.rows("delete from job_rerun_requests")
    await server.rows("update jobs set run_at = now() where waits_for is not null")
    const canceled = await eventually(async () => {
      const [found] = await conversionsOf(id)
      return found.status === "cancelled" && found
    })
    expect(canceled).toMatchObject({
      attempts: 0,
      waitsFor: null,
      canceledBy: null,
      error: { message: "The video was not played" }
    })
  })

  it("does not run twice unless a user requests it", async () => {
    const { id } = await video("By Hand")
    const before = (await conversionsOf(id)).length
    await server.get(`/api/video-stream/${id}/hls/master.m3u8`, token)
    expect((await conversionsOf(id)).length).toBe(before)
    const { jobRunId } = (await send("POST", `/api/jobs/rebuild-preview/${id}`)).data
    await eventually(async () => (await data(`/api/jobs/${jobRunId}`)).status === "completed")
    for (const name of [
      "360p/999999.ts",
      "../../../etc/passwd",
      "..%2f..%2fx",
      "x.m3u8",
      "99p/0.ts",
      "360p/0.mp4"
    ])
      expect((await server.get(`/api/video-stream/${id}/hls/${name}`, token)).status).toBe(404)
  })
})

describe("jobs over HTTP", () => {
  it("keeps jobs in a paused queue, and lets administrators cancel and retry them", async () => {
    await send("POST", "/api/jobs/queues/media-probe/pause")
    const { id } = await video("text")
    await send("POST", "/api/jobs/queues/media-probe/run")
    const run = await runOf("media-probe", id)
    expect(run.status).toBe("queued")
    const act = (action: string) => server.request("POST", `/api/jobs/${run.id}/${action}`, { token })
    for (const _ of [1, 2, 3]) expect((await act("cancel")).json.data.status).toBe("cancelled")
    expect((await act("retry")).json.data.status).toBe("queued")
    const twice = await act("retry")
    expect([twice.status, twice.json.error.code]).toEqual([409, "conflict"])
    await send("POST", "/api/jobs/queues/media-probe/resume")
    await eventually(async () => (await data(`/api/jobs/${run.id}`)).status === "failed")
    const detail = await data(`/api/jobs/${run.id}`)
    expect(detail).toMatchObject({ isExhausted: true, payload: { videoId: id }, queueName: "media-probe" })
    expect(
      (await send("POST", "/api/jobs/clear-finished", { queue: "media-probe" })).data.count
    ).toBeGreaterThan(0)
    expect((await send("POST", "/api/jobs/cancel-all", { queue: "no-such" })).error.code).toBe("validation")
  })

  it("rejects an edit of an outdated version", async () => {
    const { id } = await video("By Hand")
    const { version } = await data(`/api/videos/${id}`)
    const edit = (title: string, expectedVersion: number) =>
      server.request("PATCH", `/api/videos/${id}`, { token, body: { title, expectedVersion, rating: 10 } })
    const first = await edit("First", version)
    expect([first.status, first.json.data.version]).toEqual([200, version + 1])
    const second = await edit("Second", version)
    expect([second.status, second.json.error.code]).toEqual([409, "conflict"])
    const crowd = await Promise.all(Array.from({ length: 6 }, (_, n) => edit(`Crowd ${n}`, version + 1)))
    expect(crowd.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await data(`/api/videos/${id}`)).version).toBe(version + 2)
  })

  it("applies a changed concurrency setting to every queue immediately", async () => {
    await send("PATCH", "/api/settings", { background_worker_concurrency: 3 })
    const { items } = await data("/api/jobs/queues")
    expect(new Set(items.map(({ concurrency }: Json) => concurrency))).toEqual(new Set([3]))
  })

  it("never stores or logs the session token", async () => {
    for (const table of ["jobs", "events", "job_log_lines", "sessions"])
      expect(JSON.stringify(await server.rows(`select * from ${table}`))).not.toContain(token)
    expect(server.logs.filter((line) => line.includes(token))).toEqual([])
  })
})

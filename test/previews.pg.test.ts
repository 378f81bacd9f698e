import { AssetFailure } from "@media/assets/AssetErrors"
import { rebuildAll } from "@media/event-store/Rebuild"
import { makePreviews } from "@media/features/playback/previews/make"
import { sourceById } from "@media/features/media/videos/source"
import { uuidv7 } from "@media/kernel/Ids"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"
import { PreviewStore } from "@media/pictures/PreviewStore"
import { livePreviewStore } from "@media/pictures/LivePreviewStore"
import { sharp } from "@media/pictures/Sharp"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin = ""
let stranger = ""
let folder = ""
let videoId = ""

/** Colors of the scenes in the video. Each scene lasts twelve seconds, with a key frame each second. */
const scenes = ["red", "lime", "blue", "white"]
const SECONDS = 12
const makeVideo = (path: string, order: ReadonlyArray<string>) =>
  Effect.runPromise(
    Effect.flatMap(MediaProcess, (tools) =>
      tools.run({
        tool: "ffmpeg",
        args: [
          ...["-v", "error", "-y"],
          ...order.flatMap((name) => ["-f", "lavfi", "-i", `color=${name}:s=320x180:r=5:d=${SECONDS}`]),
          ...["-filter_complex", `concat=n=${order.length},format=yuv420p`, "-c:v", "libx264"],
          ...["-preset", "ultrafast", "-g", "5", path]
        ]
      })
    ).pipe(Effect.provide(realMediaTools))
  )

const get = (target: string, headers: Record<string, string> = {}, token = admin) =>
  server.request("GET", target, { token, headers })
const data = async (target: string, token = admin): Promise<Json> =>
  (await server.get(target, token)).json.data
const video = (): Promise<Json> => data(`/api/videos/${videoId}`)
const hls = (file: string) => `/api/video-stream/${videoId}/hls/${file}`
const cache = () => join(server.folder, "data", "cache", "previews", videoId)
const previewed = (id: string, isNot = "") =>
  eventually(async () => {
    const found = await data(`/api/videos/${id}`)
    return found?.clip && found.trickplay?.isComplete && found.trickplay.version !== isNot ? found : false
  })
const idle = () =>
  eventually(async () => {
    const { items } = await data("/api/jobs?queue=preview")
    return items.every(({ status }: Json) => status === "completed")
  })

/** Returns the color in the center of a region. */
const colorAt = async (bytes: Buffer, left: number, top: number, width: number, height: number) => {
  const { data: pixels } = await sharp(bytes)
    .extract({ left: left + width / 2, top: top + height / 2, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...pixels].map((value) => (value > 128 ? "1" : "0")).join("")
}
const colors: Record<string, string> = { "100": "red", "010": "lime", "001": "blue", "111": "white" }

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  admin = (await server.setup()).token
  folder = join(server.media, "all")
  mkdirSync(folder)
  await makeVideo(join(folder, "film.mp4"), scenes)
  const settings = { generate_trickplay: true, generate_preview_clips: true, trickplay_interval_seconds: 5 }
  await server.request("PATCH", "/api/settings", { token: admin, body: settings })
  const body = { name: "All", contents: ["videos"], roots: [{ path: folder }] }
  await server.request("POST", "/api/libraries", { token: admin, body })
  stranger = (await server.account({ username: "stranger" })).token
  videoId = await eventually(async () => (await data("/api/videos")).items[0]?.id)
  await previewed(videoId)
})
afterAll(() => server.stop())

describe("a scanned video", () => {
  it("gets thumbnails and a clip automatically, in lists and on its page", async () => {
    const found = await video()
    expect(found.trickplay).toMatchObject({
      interval: 5,
      width: 240,
      height: 136,
      columns: 10,
      cells: 10,
      isComplete: true
    })
    expect(found.clip).toMatchObject({ width: 320, height: 180 })
    expect(found.playback.trickplayUrl).toBe(hls("180p_thumbnails.vtt"))
    const [listed] = (await data("/api/videos")).items
    expect([listed.trickplay, listed.clip]).toEqual([found.trickplay, found.clip])
    expect(readdirSync(cache()).filter((name) => name.includes("tmp"))).toEqual([])
    await idle()
    const [{ id }] = (await data("/api/jobs?queue=preview")).items
    expect((await data(`/api/jobs/${id}`)).result).toEqual({ trickplay: true, clip: true })
    // The video was not converted for streaming, because no user has played it.
    expect((await data(hls("status"))).state).toBe("absent")
  })

  it("uses the frame at the start of a thumbnail cue as the picture of the cue", async () => {
    const vtt = await get(hls("180p_thumbnails.vtt"))
    expect(vtt.headers["content-type"]).toContain("text/vtt")
    const cues = [
      ...vtt.text.matchAll(
        /(\d\d):(\d\d):(\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/g
      )
    ]
    expect(cues.length).toBe(10)
    expect(cues.at(-1)![4]).toBe("00:00:48.000")
    const sheet = (await get(hls(cues[0]![5]!))).bytes
    for (const [, hours, minutes, seconds, , file, x, y, width, height] of cues) {
      expect(file).toBe("180p_thumbnails.jpg")
      const time = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
      const color = colors[await colorAt(sheet, Number(x), Number(y), Number(width), Number(height))]
      // Key frames are one second apart, so the thumbnail shows the first of the cue's five seconds.
      expect([time, color]).toEqual([time, scenes[Math.floor(time / SECONDS)]])
    }
  })

  it("serves its previews by version and in ranges, and lets browsers cache them", async () => {
    const { clip, trickplay } = await video()
    const sheet = await get(trickplay.sheetUrl.replace("{n}", "0"))
    expect(sheet.headers["cache-control"]).toBe("private, max-age=31536000, immutable")
    expect(sheet.headers["content-type"]).toBe("image/jpeg")
    const plain = await get(hls("720p_thumbnails.jpg"))
    expect(plain.headers["cache-control"]).toBe("private, no-cache")
    expect(plain.bytes.equals(sheet.bytes)).toBe(true)
    const etag = plain.headers["etag"] as string
    expect((await get(hls("720p_thumbnails.jpg"), { "if-none-match": etag })).status).toBe(304)
    const vtt = await get(hls("720p_thumbnails.vtt"))
    const known = { "if-none-match": vtt.headers["etag"] as string }
    expect((await get(hls("720p_thumbnails.vtt"), known)).status).toBe(304)

    const whole = await get(clip.url)
    expect(whole.headers["content-type"]).toBe("video/mp4")
    const part = await get(clip.url, { range: "bytes=4-7" })
    expect([part.status, part.text]).toEqual([206, "ftyp"])
    expect(whole.bytes.includes("mp4a")).toBe(false)
    // The video has only one sheet. A request for a second sheet must not generate any files.
    const behind = await get(hls("720p_thumbnails_1.jpg"))
    expect([behind.status, behind.text]).toEqual([404, "This video has no preview thumbnails yet.\n"])
  })

  it("sends its previews to players that cannot send headers", async () => {
    const { text } = await server.request("GET", `${hls("180p_thumbnails.vtt")}?access_token=${admin}`)
    const [, sheet] = /\n(\S+)#xywh=/.exec(text)!
    expect((await server.request("GET", hls(sheet!))).status).toBe(200)
  })

  it("hides its previews from viewers who may not see it", async () => {
    const { clip, trickplay } = await video()
    const sheet = trickplay.sheetUrl.replace("{n}", "0")
    for (const target of [clip.url, sheet, trickplay.vttUrl]) {
      const hidden = await get(target, {}, stranger)
      const unknown = await get(target.replace(videoId, "00000000-0000-7000-8000-00000000000f"), {}, stranger)
      expect([hidden.status, hidden.text]).toEqual([404, unknown.text])
    }
  })

  it("has identical rows before and after a rebuild", async () => {
    for (const { projection, tables } of await server.run(rebuildAll({ replace: false })))
      for (const { onlyLive, onlyRebuilt } of tables)
        expect([projection, onlyLive, onlyRebuilt]).toEqual([projection, 0, 0])
  })
})

describe("the generation of previews", () => {
  it("replaces deleted previews", async () => {
    rmSync(cache(), { recursive: true })
    expect((await get(hls("180p_thumbnails.jpg"))).status).toBe(404)
    await eventually(async () => (await get(hls("180p_thumbnails.jpg"))).status === 200)
    await idle()
    expect((await get((await video()).clip.url)).status).toBe(200)
  })

  it("replaces previews when the settings change", async () => {
    const { trickplay } = await video()
    const settings = { trickplay_interval_seconds: 10, trickplay_quality: 1 }
    await server.request("PATCH", "/api/settings", { token: admin, body: settings })
    const found = await previewed(videoId, trickplay.version)
    expect(found.trickplay).toMatchObject({ interval: 10, width: 160, height: 90, cells: 5 })
    await idle()
    expect(readdirSync(cache()).filter((name) => name.startsWith(trickplay.version))).toEqual([])
  })

  it("runs on request, together with the streaming conversion", async () => {
    await server.request("POST", `/api/jobs/rebuild-preview/${videoId}`, { token: admin })
    await eventually(async () => (await data(hls("status"))).state === "fresh", 90_000)
    await idle()
    expect((await video()).trickplay.isComplete).toBe(true)
  })

  it("regenerates everything in a rebuild, but keeps finished files when the rebuild is retried", async () => {
    const { clip, trickplay } = await video()
    const streams = join(server.folder, "data", "cache", "hls", videoId)
    const files = () =>
      [
        join(cache(), `${trickplay.version}-0.jpg`),
        join(cache(), `${clip.url.split("=")[1]}.mp4`),
        ...readdirSync(streams)
          .filter((name) => name.endsWith(".ts"))
          .map((name) => join(streams, name))
      ].map((path) => [path, statSync(path).mtimeMs] as const)
    const before = new Map(files())
    const asked = await server.request("POST", `/api/jobs/rebuild-preview/${videoId}`, { token: admin })
    const { jobRunId } = asked.json.data
    const completed = (attempts: number) =>
      eventually(async () => {
        const run = await data(`/api/jobs/${jobRunId}`)
        return run.status === "completed" && run.attempts === attempts
      }, 150_000)
    await completed(1)
    const made = files()
    expect(made.filter(([path, at]) => before.get(path) === at)).toEqual([])
    // Simulates an interrupted first attempt.
    await server.rows("update jobs set state = 3, run_at = now() where id = $1", [jobRunId])
    await completed(2)
    // The last sheet may be incomplete, so it is written again.
    expect(files().slice(1)).toEqual(made.slice(1))
  }, 240_000)

  it("replaces the previews when the file is replaced", async () => {
    const before = await video()
    const other = join(server.folder, "other.mp4")
    await makeVideo(other, ["white", "red"])
    copyFileSync(other, join(folder, "film.mp4"))
    utimesSync(join(folder, "film.mp4"), new Date(), new Date(Date.now() - 60_000))
    const { libraryId } = before
    await server.request("POST", `/api/libraries/${libraryId}/scan`, { token: admin })
    const found = await previewed(videoId, before.trickplay.version)
    const sheet = (await get(found.trickplay.sheetUrl.replace("{n}", "0"))).bytes
    expect(colors[await colorAt(sheet, 0, 0, 160, 90)]).toBe("white")
  })

  it("does not run while previews are turned off", async () => {
    const off = { generate_trickplay: false, generate_preview_clips: false }
    await server.request("PATCH", "/api/settings", { token: admin, body: off })
    await makeVideo(join(folder, "second.mp4"), ["blue"])
    const { libraryId } = await video()
    await server.request("POST", `/api/libraries/${libraryId}/scan`, { token: admin })
    const id = await eventually(
      async () => (await data("/api/videos")).items.find(({ title }: Json) => title === "second")?.id,
      60_000
    )
    await eventually(async () => (await data(`/api/videos/${id}`)).status === "ready")
    expect((await data(`/api/jobs?queue=preview&targetId=${id}`)).total).toBe(0)
    expect(existsSync(join(server.folder, "data", "cache", "previews", id))).toBe(false)
    const run = await server.request("POST", "/api/jobs/queues/preview/run", { token: admin })
    expect(run.json.data.enqueued).toBe(0)
    // Simulates a job whose worker died in each attempt.
    const reason = "The worker died 3 times while it ran this job"
    await server.rows(
      `insert into jobs (id, queue, state, target_type, target_id, target_label, payload, triggered_by, enqueued_in, queued_at, error)
       values (gen_random_uuid(), 4, 4, 'video', $1, 'second.mp4', '{"only": "previews"}', 'media-probe', gen_random_uuid(), now(), $2)`,
      [id, JSON.stringify({ message: reason })]
    )
    expect(await data(`/api/videos/${id}`)).toMatchObject({
      trickplay: null,
      trickplayFailure: reason,
      clipFailure: reason
    })
    await server.rows("delete from jobs where state = 4")
    const on = { generate_trickplay: true, generate_preview_clips: true }
    await server.request("PATCH", "/api/settings", { token: admin, body: on })
    await previewed(id)
  })
})

describe("a full disk", () => {
  const attempt = (code: string, fails: "writeSheet" | "keepClip") =>
    server.run(
      Effect.gen(function* () {
        const source = Option.getOrThrow(yield* sourceById(videoId))
        const store = yield* PreviewStore
        const context = {
          jobRunId: uuidv7(),
          progress: () => Effect.void,
          scratchDir: Effect.succeed(server.folder)
        } as never
        return yield* Effect.flip(makePreviews(source, context, true)).pipe(
          Effect.provideService(PreviewStore, { ...store, [fails]: () => new AssetFailure({ code }) })
        )
      }).pipe(
        Effect.provide(
          Layer.merge(
            livePreviewStore(join(server.folder, "data", "cache")),
            liveMediaProcess.pipe(Layer.provide(MediaBinaries.layer))
          )
        )
      )
    )

  it("fails the attempt with a reason until a retry succeeds", async () => {
    const before = await video()
    expect(await attempt("ENOSPC", "writeSheet")).toMatchObject({
      _tag: "RetryableFailure",
      message: "The disk is full (storage_full)"
    })
    expect(await attempt("EDQUOT", "keepClip")).toMatchObject({ message: "The disk is full (storage_full)" })
    expect((await attempt("EIO", "writeSheet")) as Error).toMatchObject({
      message: "The cache directory cannot be used (EIO)"
    })
    expect((await video()).trickplay).toEqual(before.trickplay)
  })
})

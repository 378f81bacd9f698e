import { discSubtitles } from "@media/testkit/media/BitmapSubtitles"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let id = ""
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data

/** Creates a video of 3 s with two audio tracks and the bitmap subtitles of a disc. */
beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  const folder = join(server.media, "films")
  mkdirSync(folder)
  const sup = join(server.media, "a.sup")
  const shown = [{ fromSeconds: 1, toSeconds: 2, x: 40, y: 70, width: 80, height: 10 }]
  writeFileSync(sup, discSubtitles({ width: 160, height: 90 }, shown))
  await Effect.runPromise(
    ffmpeg(
      ...["-f", "lavfi", "-i", "color=black:s=160x90:r=25:d=3", "-i", sup],
      ...["-f", "lavfi", "-i", "sine=f=440:d=3", "-f", "lavfi", "-i", "sine=f=1760:d=3"],
      ...["-map", "0:v", "-map", "2:a", "-map", "3:a", "-map", "1:s", "-c:v", "libx264", "-c:a", "aac"],
      ...["-c:s", "copy", "-disposition:a:1", "0", "-metadata:s:a:1", "language=ger", join(folder, "one.mkv")]
    ).pipe(Effect.provide(realMediaTools))
  )
  await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Films", contents: ["videos"], roots: [{ path: folder }] }
  })
  id = await eventually(async () => {
    const [found] = (await data("/api/videos")).items
    return found?.status === "ready" && found.id
  })
})
afterAll(() => server.stop())

const stream = (path: string) => server.get(`/api/video-stream/${id}/hls/${path}`, token)

it("uses the chosen tracks in playlists and segments", async () => {
  expect((await data(`/api/video-stream/${id}/hls/status`)).tracks).toMatchObject({
    audio: [
      { index: 1, isUsual: true },
      { index: 2, language: "ger", isUsual: false }
    ],
    subtitles: [{ index: 3, codec: "hdmv_pgs_subtitle" }]
  })
  const master = await stream("master.m3u8?audio=2&subtitle=3")
  expect(master.text).toContain("90p.m3u8?audio=2&subtitle=3")
  expect((await stream("90p.m3u8?audio=2&subtitle=3")).text).toContain("90p/0.ts?audio=2&subtitle=3")
  expect((await stream("90p/0.ts?audio=2&subtitle=3")).status).toBe(200)
  const chosen = await eventually(async () => {
    const status = await data(`/api/video-stream/${id}/hls/status?audio=2&subtitle=3`)
    return status.progress === 1 && status
  })
  expect(chosen.renditions).toMatchObject([{ height: 90, copy: false, segmentsReady: 1 }])
  const usual = await data(`/api/video-stream/${id}/hls/status`)
  expect(usual.renditions).toMatchObject([{ segmentsReady: 0 }])
  // Only the player requests segments with chosen tracks. No job generates the remaining segments.
  expect((await data(`/api/jobs?queue=preview&targetId=${id}`)).total).toBe(0)
})

it("also deletes segments with chosen tracks in a rebuild", async () => {
  await server.request("POST", `/api/jobs/rebuild-preview/${id}`, { token })
  await eventually(async () => (await data(`/api/video-stream/${id}/hls/status`)).state === "fresh")
  expect((await data(`/api/video-stream/${id}/hls/status?audio=2&subtitle=3`)).progress).toBe(0)
})

it("requires clients to revalidate every segment", async () => {
  const { headers, status } = await stream("90p/0.ts")
  expect([status, headers["cache-control"], headers["vary"]]).toEqual([
    200,
    "private, no-cache",
    "Cookie, Authorization"
  ])
  const known = { "if-none-match": String(headers["etag"]) }
  const target = `/api/video-stream/${id}/hls/90p/0.ts`
  expect((await server.request("GET", target, { token, headers: known })).status).toBe(304)
})

it.each(["audio=9", "audio=3", "subtitle=1", "subtitle=99999999", "audio=-1", "audio="])(
  "rejects the track %s",
  async (query) => {
    for (const path of ["master.m3u8", "90p.m3u8", "90p/0.ts"])
      expect((await stream(`${path}?${query}`)).status).toBe(404)
    const { status } = await stream(`status?${query}`)
    expect([400, 404]).toContain(status)
  }
)

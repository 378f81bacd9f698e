import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
beforeAll(async () => {
  // Nothing can be copied of it: each rendition is encoded.
  const sample = await Effect.runPromise(
    makeMedia({ video: "mpeg4", container: "avi", audio: "mp3", seconds: 40, fps: "25" }).pipe(
      Effect.provide(realMediaTools)
    )
  )
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  mkdirSync(join(server.media, "videos"))
  copyFileSync(sample, join(server.media, "videos", "one.avi"))
})
afterAll(() => server.stop())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data

it("while the server encodes for a viewer the cache is not filled, unless somebody asks for it", async () => {
  const roots = [{ path: join(server.media, "videos") }]
  await send("POST", "/api/libraries", { name: "Videos", contents: ["videos"], roots })
  const { id } = await eventually(async () => {
    const [found] = (await data("/api/videos")).items
    return found?.status === "ready" && found
  }, 20_000)
  // Playing a video to its end queues its fill; here the viewer's first segment comes before.
  await send("POST", "/api/jobs/queues/preview/pause")
  const stream = (path: string) => server.get(`/api/video-stream/${id}/hls/${path}`, token)
  const master = await stream("master.m3u8")
  const [variant] = /^\d+p.*m3u8$/m.exec(master.text)!
  const segment = async (n: number): Promise<number> =>
    (await stream(`${variant.replace(".m3u8", "")}/${n}.ts`)).status
  const last = (await stream(variant)).text.match(/\.ts/g)!.length - 1
  expect([await segment(0), await segment(last)]).toEqual([200, 200])
  await eventually(async () => (await server.rows("select 1 from cpu_reservations")).length === 1)
  await send("POST", "/api/jobs/queues/preview/resume")
  const fill = async () =>
    (await data(`/api/jobs?queue=preview&targetId=${id}`)).items.find(
      ({ triggeredBy }: Json) => triggeredBy === "playback"
    )
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await fill()).toMatchObject({ status: "queued", attempts: 0 })
  await send("POST", `/api/jobs/rebuild-preview/${id}`)
  await eventually(async () => {
    const runs = (await data(`/api/jobs?queue=preview&targetId=${id}`)).items
    return runs.some(({ status, triggeredBy }: Json) => triggeredBy === "manual" && status === "completed")
  }, 40_000)
  await server.rows("update cpu_reservations set expires_at = now()")
  await eventually(async () => (await fill()).status === "completed", 40_000)
}, 120_000)

import { bundledBinary } from "@media/media-tools/binaries/BundledBinary"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { isAlive, processes } from "./faults/support/Processes.ts"

/** A key frame each second, of which trickplay gets a cell. */
const SECONDS = 240
const CELL_BYTES = 160 * 96 * 3
const CELLS_PER_SHEET = 100

const folder = mkdtempSync(join(tmpdir(), "media-viewers-"))
const ffmpeg = join(folder, "ffmpeg")
const gate = join(folder, "gate")
const watching = join(folder, "watching")
/**
 * The real ffmpeg, except that a trickplay pass pauses after its second sheet until the gate exists, and a conversion
 * does not end while someone is watching.
 */
const makeFfmpeg = () => {
  writeFileSync(
    ffmpeg,
    `#!/bin/sh
case "$*" in
  *fps=1:start_time=0*)
    "${bundledBinary("ffmpeg")}" "$@" | {
      head -c ${2 * CELLS_PER_SHEET * CELL_BYTES}
      while [ ! -e "${gate}" ]; do sleep 0.1; done
      cat
    }
    exit ;;
  *mpegts*) while [ -e "${watching}" ]; do sleep 0.1; done ;;
esac
exec "${bundledBinary("ffmpeg")}" "$@"
`
  )
  chmodSync(ffmpeg, 0o755)
}
/** The programs of running or paused passes. */
const passes = () => {
  const all = processes()
  const heads = all.filter(({ command }) => command.includes(`${ffmpeg} `) && command.includes("fps=1:"))
  return [...heads, ...all.filter(({ parent }) => heads.some(({ pid }) => pid === parent))].map(
    ({ pid }) => pid
  )
}

let server: TestServer
let token = ""
let long = ""
// It cannot be copied, so each rendition is encoded.
const made = (recipe: { readonly seconds: number; readonly fps: string; readonly keyInterval?: number }) =>
  Effect.runPromise(
    makeMedia({ video: "mpeg4", container: "avi", audio: "mp3", ...recipe }).pipe(
      Effect.provide(realMediaTools)
    )
  )
beforeAll(async () => {
  const sample = await made({ seconds: 40, fps: "25" })
  long = await made({ seconds: SECONDS, fps: "5", keyInterval: 5 })
  makeFfmpeg()
  server = await startTestServer({ isWorking: true, environment: { MEDIA_FFMPEG_BIN: ffmpeg } })
  token = (await server.setup()).token
  mkdirSync(join(server.media, "videos"))
  copyFileSync(sample, join(server.media, "videos", "one.avi"))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data

it("does not fill the cache while the server encodes for a viewer, unless someone requests it", async () => {
  const roots = [{ path: join(server.media, "videos") }]
  await send("POST", "/api/libraries", { name: "Videos", contents: ["videos"], roots })
  const { id } = await eventually(async () => {
    const [found] = (await data("/api/videos")).items
    return found?.status === "ready" && found
  })
  // Playing a video to its end queues the conversion of the rest; here the viewer's first segment comes before it.
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
  })
  await server.rows("update cpu_reservations set expires_at = now()")
  await eventually(async () => (await fill()).status === "completed")
})

it("starts no preview while the server encodes for a viewer; a running one yields and resumes in place", async () => {
  await send("POST", "/api/jobs/queues/preview/pause")
  for (const name of ["two", "three"]) copyFileSync(long, join(server.media, "videos", `${name}.avi`))
  const settings = { generate_trickplay: true, trickplay_interval_seconds: 1, trickplay_quality: 1 }
  await send("PATCH", "/api/settings", settings)
  const [{ id: library }] = (await data("/api/libraries")).items
  await send("POST", `/api/libraries/${library}/scan`)
  /** Requested by no person or player: only previews. */
  const previews = async (): Promise<ReadonlyArray<Json>> =>
    (await data("/api/jobs?queue=preview&perPage=100")).items.filter(
      ({ triggeredBy }: Json) => !["manual", "playback"].includes(triggeredBy)
    )
  const areQueued = async () =>
    (await previews()).every(({ attempts, status }) => status === "queued" && attempts === 0)
  await eventually(async () => (await previews()).length === 3)
  const watch = async (title: string): Promise<() => Promise<void>> => {
    const { items } = await data("/api/videos?status=ready")
    const { id } = items.find((item: Json) => item.title === title)
    const stream = (path: string) => server.get(`/api/video-stream/${id}/hls/${path}`, token)
    const [height] = /^\d+p(?=.*m3u8$)/m.exec((await stream("master.m3u8")).text)!
    writeFileSync(watching, "")
    const segment = stream(`${height}/0.ts`)
    await eventually(
      async () => (await server.rows("select 1 from cpu_reservations where expires_at > now()")).length === 1
    )
    return async () => {
      rmSync(watching)
      expect((await segment).status).toBe(200)
      await server.rows("update cpu_reservations set expires_at = now()")
    }
  }
  const sheets = (n: number) => {
    const cache = join(server.folder, "data", "cache", "previews")
    const all = readdirSync(cache, { recursive: true }) as Array<string>
    return all.filter((name) => name.endsWith(`-${n}.jpg`)).map((name) => join(cache, name))
  }

  const leaveFirst = await watch("two")
  await send("POST", "/api/jobs/queues/preview/resume")
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect([await areQueued(), passes()]).toEqual([true, []])

  await leaveFirst()
  await eventually(() => sheets(1).length > 0)
  const running = passes()
  expect(running.length).toBeGreaterThan(0)
  expect(await areQueued()).toBe(false)
  const leaveSecond = await watch("three")
  await eventually(areQueued)
  await eventually(() => !running.some(isAlive))
  // Everything before the last existing one is kept.
  const before = sheets(1).map((path) => {
    const first = path.replace(/1\.jpg$/, "0.jpg")
    return [first, statSync(first).ino]
  })

  writeFileSync(gate, "")
  await leaveSecond()
  await eventually(async () => (await previews()).every(({ status }) => status === "completed"))
  expect([sheets(0).length, sheets(2).length]).toEqual([3, 2])
  expect(before.map(([path]) => [path, statSync(path as string).ino])).toEqual(before)
}, 600_000)

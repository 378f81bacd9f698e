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
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { isAlive, processes } from "./faults/support/Processes.ts"

/**
 * Duration of the video in seconds. The video has a key frame each second, and trickplay has a cell for each key frame.
 */
const SECONDS = 240
const CELL_BYTES = 160 * 96 * 3
const CELLS_PER_SHEET = 100

const folder = mkdtempSync(join(tmpdir(), "media-viewers-"))
const ffmpeg = join(folder, "ffmpeg")
const gate = join(folder, "gate")
const watching = join(folder, "watching")
/**
 * Creates an ffmpeg script that runs the real ffmpeg with two differences:
 * - A trickplay pass pauses after its second sheet until the gate exists.
 * - A conversion does not end while a user is watching.
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
/** Returns the process ids of trickplay passes that are running or paused. */
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
// The streams of these videos cannot be copied, so the server encodes each rendition.
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

it("delays the job that converts the rest of a video while the server encodes for a viewer", async () => {
  const roots = [{ path: join(server.media, "videos") }]
  await send("POST", "/api/libraries", { name: "Videos", contents: ["videos"], roots })
  const { id } = await eventually(async () => {
    const [found] = (await data("/api/videos")).items
    return found?.status === "ready" && found
  })
  // Playing a video queues a job that converts the rest of the video. The queue is paused, so that the viewer's first
  // segment is encoded before this job runs.
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

it("pauses previews while the server encodes for a viewer", async () => {
  await send("POST", "/api/jobs/queues/preview/pause")
  for (const name of ["two", "three"]) copyFileSync(long, join(server.media, "videos", `${name}.avi`))
  const settings = { generate_trickplay: true, trickplay_interval_seconds: 1, trickplay_quality: 1 }
  await send("PATCH", "/api/settings", settings)
  const [{ id: library }] = (await data("/api/libraries")).items
  await send("POST", `/api/libraries/${library}/scan`)
  /** Returns the preview jobs that no user or player has requested. */
  const previews = async (): Promise<ReadonlyArray<Json>> =>
    (await data("/api/jobs?queue=preview&perPage=100")).items.filter(
      ({ triggeredBy }: Json) => !["manual", "playback"].includes(triggeredBy)
    )
  /** Describes the preview jobs that have started, so that the message of a failed test is readable. */
  const started = async () =>
    (await previews())
      .filter(({ attempts, status }) => status !== "queued" || attempts !== 0)
      .map(({ attempts, status, target }) => `${target?.title}: ${status}, ${attempts} attempts`)
  /**
   * Returns the started previews that have not completed. The preview of the short video may have completed before the
   * viewer arrived.
   */
  const running = async () => (await started()).filter((text) => !text.includes(": completed,"))
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
  expect([await started(), passes()]).toEqual([[], []])

  await leaveFirst()
  await eventually(() => sheets(1).length > 0)
  const paused = passes()
  expect(paused.length).toBeGreaterThan(0)
  expect(await running()).not.toEqual([])
  const leaveSecond = await watch("three")
  await vi.waitFor(async () => expect(await running()).toEqual([]), { timeout: 150_000, interval: 250 })
  await eventually(() => !paused.some(isAlive))
  // An interrupted pass keeps its finished sheets, except for the last one, which may be incomplete.
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

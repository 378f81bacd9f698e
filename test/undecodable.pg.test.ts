import { audioWaveformProcessor } from "@media/features/media/audio/makeWaveform"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import { MediaProcessFailed, MediaProcessTimeout } from "@media/media-tools/MediaToolErrors"
import { noteContext } from "@media/testkit/Library"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

const SECONDS = 60
let server: TestServer
let token = ""
const ids = new Map<string, string>()
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const track = (name: string): Promise<Json> => data(`/api/audio-tracks/${ids.get(name)}`)
const converted = (name: string, format: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.origin}/api/audio-stream/${ids.get(name)}?format=${format}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers }
  })

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  const folder = join(server.media, "music")
  mkdirSync(folder)
  const whole = join(server.media, "whole.m4a")
  const tone = ["-f", "lavfi", "-i", `sine=d=${SECONDS}`, "-c:a", "aac", "-movflags", "+faststart", whole]
  await Effect.runPromise(ffmpeg(...tone).pipe(Effect.provide(realMediaTools)))
  const bytes = readFileSync(whole)
  const soundAt = bytes.indexOf("mdat") + 4
  writeFileSync(join(folder, "whole.m4a"), bytes)
  writeFileSync(join(folder, "header.m4a"), bytes.subarray(0, soundAt))
  writeFileSync(
    join(folder, "cut.m4a"),
    bytes.subarray(0, soundAt + Math.round((bytes.length - soundAt) / 10))
  )
  const library = { name: "Music", contents: ["audio"], roots: [{ path: folder }] }
  await server.request("POST", "/api/libraries", { token, body: library })
  await eventually(async () => {
    const { items } = await data("/api/jobs/queues")
    const found = (await data("/api/audio-tracks")).items
    for (const { id, title } of found) ids.set(title, id)
    return found.length === 3 && items.every(({ queued, started }: Json) => queued + started === 0)
  })
}, 180_000)
afterAll(() => server.stop())

it("marks a track without decodable audio as failed", async () => {
  expect(await track("header")).toMatchObject({
    status: "failed",
    failure: "The audio of this file cannot be decoded.",
    duration: expect.closeTo(SECONDS, 0)
  })
  for (const format of ["opus", "mp3"]) {
    const answer = await converted("header", format)
    expect([answer.status, (await answer.text()).trim()]).toEqual([
      422,
      "The audio of this file cannot be decoded."
    ])
  }
})

it.each(["opus", "mp3"])(
  "%s: returns 422 instead of an empty 200 if the encoder produces no output",
  async (format) => {
    // Restores the status that the track had before a job found that its audio cannot be decoded.
    await server.rows(`update items set status = 'ready' where id = '${ids.get("header")}' returning id`)
    await server.rows(`select pg_notify('changed', 'sources')`)
    const answer = await converted("header", format)
    expect([answer.status, (await answer.text()).trim()]).toEqual([
      422,
      "The audio of this file cannot be decoded."
    ])
  }
)

it("reports how much of a truncated track is playable", async () => {
  const cut = await track("cut")
  expect(cut).toMatchObject({ status: "ready", duration: expect.closeTo(SECONDS, 0) })
  expect(cut.playableSeconds).toBeGreaterThan(SECONDS / 20)
  expect(cut.playableSeconds).toBeLessThan(SECONDS / 5)
  expect((await track("whole")).playableSeconds).toBeNull()
  const [short, long] = [await converted("cut", "mp3"), await converted("whole", "mp3")]
  const [heard, all] = [(await short.arrayBuffer()).byteLength, (await long.arrayBuffer()).byteLength]
  expect([heard, all]).toEqual([
    Number(short.headers.get("Content-Length")),
    Number(long.headers.get("Content-Length"))
  ])
  expect(heard / all).toBeCloseTo(cut.playableSeconds / SECONDS, 1)
})

it("pads a truncated track to its announced length", async () => {
  await server.rows(
    `update audio_facts set decoded_seconds = null where item_id = '${ids.get("cut")}' returning item_id`
  )
  await server.rows(`select pg_notify('changed', 'sources')`)
  for (const format of ["opus", "mp3"]) {
    const answer = await converted("cut", format)
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get("Content-Length")))
    const tail = await converted("cut", format, { Range: "bytes=-5000" })
    expect([tail.status, (await tail.arrayBuffer()).byteLength]).toEqual([206, 5_000])
  }
})

it("sends converted bytes with a weak tag, which never matches If-Range", async () => {
  const first = await converted("whole", "opus", { Range: "bytes=0-99" })
  await first.arrayBuffer()
  const etag = first.headers.get("ETag") ?? ""
  expect([first.status, etag]).toEqual([206, expect.stringMatching(/^W\/"opus-/)])
  expect((await converted("whole", "opus", { "If-None-Match": etag })).status).toBe(304)
  for (const condition of [etag, etag.slice(2), new Date().toUTCString()]) {
    const answer = await converted("whole", "opus", { Range: "bytes=0-99", "If-Range": condition })
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
  }
})

it("returns 202 without data while a waveform is being generated", async () => {
  await server.rows(`delete from audio_waveforms where item_id = '${ids.get("whole")}' returning item_id`)
  const target = `/api/audio-tracks/${ids.get("whole")}/waveform`
  const pending = await server.get(target, token)
  expect([pending.status, pending.json, pending.headers["retry-after"]]).toEqual([
    202,
    { ok: true, data: null },
    "5"
  ])
  await eventually(async () => (await server.get(target, token)).status === 200, 60_000)
  const told = await server.rows(
    `select count(*)::int as n from events where type = 'audio.decoded.v1' and stream_id = '${ids.get("whole")}'`
  )
  expect(told).toEqual([{ n: 2 }])
})

describe("a waveform whose ffmpeg did not finish", () => {
  // Waits for the waveform jobs that the tests above have requested. Otherwise the worker could store a waveform during
  // these tests.
  beforeAll(() =>
    eventually(async () => {
      const unfinished = await server.rows(
        "select 1 from job_runs where queue_name = 'audio-waveform' and state in (0, 1, 3)"
      )
      return unfinished.length === 0
    })
  )
  const tool = "ffmpeg"
  const makeWith = (error: MediaProcessFailed | MediaProcessTimeout, trackId: string) => {
    const ended = { pid: 0, stdout: Readable.from([]), pipes: [], exit: error, stderrTail: () => "" }
    return server.run(
      audioWaveformProcessor.run({ trackId }, noteContext()).pipe(
        Effect.provideService(MediaProcess, {
          run: () => Effect.dieMessage("A waveform is read as a stream."),
          stream: () => Effect.succeed(ended)
        }),
        Effect.either
      ) as Effect.Effect<Either.Either<unknown, Error>>
    )
  }

  it.each([
    ["was killed", new MediaProcessFailed({ tool, exitCode: null, signal: "SIGKILL", stderrTail: "" })],
    ["exceeded its time limit", new MediaProcessTimeout({ tool, kind: "wall", limitMs: 1_000 })],
    ["produced no output for too long", new MediaProcessTimeout({ tool, kind: "silence", limitMs: 1_000 })]
  ])("leaves the track ready and retries if ffmpeg %s", async (_, error) => {
    const id = ids.get("whole")!
    await server.rows("delete from audio_waveforms where item_id = $1", [id])
    const ended = await makeWith(error, id)
    expect(ended).toMatchObject({ _tag: "Left", left: { _tag: "RetryableFailure", message: error.message } })
    expect(await track("whole")).toMatchObject({ status: "ready" })
    expect(await server.rows("select 1 from audio_waveforms where item_id = $1", [id])).toEqual([])
  })

  it("is not generated again if ffmpeg used up its CPU time", async () => {
    const id = ids.get("whole")!
    const ended = await makeWith(new MediaProcessTimeout({ tool, kind: "cpu", limitMs: 1_000 }), id)
    expect(ended).toMatchObject({ _tag: "Left", left: { _tag: "PermanentFailure" } })
    expect(await track("whole")).toMatchObject({ status: "ready" })
    const answer = await server.get(`/api/audio-tracks/${id}/waveform`, token)
    expect([answer.status, answer.json.error.message]).toEqual([
      404,
      "Decoding the audio takes too long for a waveform."
    ])
  })
})

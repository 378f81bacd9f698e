import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { countingTools, type StartedTool } from "@media/testkit/media/CountingTools"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import type { MediaRecipe } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { decodeStrictly, packetsOf } from "@media/testkit/media/ReadBack"
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { MediaProcess } from "../MediaProcess.ts"
import type { ProbeFacts } from "../ProbeFacts.ts"
import { HlsEngine, type HlsSource } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"
import { audioFacts, probeFacts, videoFacts } from "./TestFacts.ts"
import { AUDIO_PID, PACKET, pidOf } from "./TransportPacket.ts"

const root = mkdtempSync(join(tmpdir(), "hls-broken-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const CLIP: MediaRecipe = {
  seconds: 30,
  fps: "25",
  container: "mp4",
  video: "h264-open",
  audio: "aac",
  isFastStart: true
}

let next = 0
const world = (cacheDir = join(root, `cache-${next++}`)) => {
  const started: Array<StartedTool> = []
  const tools = countingTools(started).pipe(Layer.provideMerge(realMediaTools))
  const layer = liveHlsEngine({ cacheDir, maxEncodes: 6 }).pipe(Layer.provideMerge(tools))
  const run = <A, E>(program: Effect.Effect<A, E, HlsEngine | Ffprobe | MediaProcess>) =>
    Effect.runPromise(program.pipe(Effect.provide(layer)))
  return { cacheDir, run, started }
}

const withFacts = (id: string, path: string, probe: ProbeFacts): HlsSource => {
  const { mtimeMs, size } = statSync(path)
  return { id, path, sizeBytes: size, mtimeMs, probe }
}
const probed = (id: string, path: string) =>
  Effect.gen(function* () {
    return withFacts(id, path, yield* (yield* Ffprobe).probeVideo(path))
  })

const fetch = (source: HlsSource, n: number, rung = 0) =>
  Effect.gen(function* () {
    const engine = yield* HlsEngine
    const { renditions } = yield* engine.describe(source)
    const answer = yield* engine.segment(source, renditions[rung]!.height, n)
    const path = join(root, `segment-${next++}.ts`)
    if (answer.kind === "file") copyFileSync(answer.path, path)
    else {
      const chunks = yield* Effect.promise(async () => {
        const all: Array<Buffer> = []
        for await (const chunk of answer.subscribe()) all.push(chunk)
        return all
      })
      writeFileSync(path, Buffer.concat(chunks))
    }
    return path
  })

const cutVideo = (share: number) =>
  Effect.map(makeMedia(CLIP), (made) => {
    const path = join(root, `video-${next++}.mp4`)
    copyFileSync(made, path)
    truncateSync(path, Math.floor(statSync(path).size * share))
    return path
  })

/**
 * Adds audio tracks with the given stream indexes. ffmpeg cannot open the tracks, because these streams do not exist.
 */
const withTracks = (facts: ProbeFacts, indexes: ReadonlyArray<number>): ProbeFacts => ({
  ...facts,
  streams: [
    ...facts.streams.filter((stream) => stream.kind === "video"),
    ...indexes.map((index, i) => audioFacts({ index, durationSeconds: 30, isDefault: i === 0 }))
  ]
})

describe("undecodable audio", () => {
  it.each(["h264", "h264-open"] as const)("plays undecodable audio as silence (%s)", async (video) => {
    const { cacheDir, run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const path = yield* makeMedia({ ...CLIP, video })
        const good = yield* probed("mute", path)
        const source = { ...good, probe: withTracks(good.probe, [7]) }
        const first = yield* fetch(source, 0)
        expect((yield* packetsOf(first, "v:0")).length).toBeGreaterThan(200)
        expect((yield* packetsOf(first, "a:0")).length).toBeGreaterThan(400)
        yield* decodeStrictly(first)
        const before = started.length
        expect(before).toBe(2)
        expect((yield* packetsOf(yield* fetch(source, 2), "a:0")).length).toBeGreaterThan(400)
        expect(started.length).toBeLessThanOrEqual(before + 1)
        expect((yield* engine.status(source)).warnings).toEqual(["The audio cannot be decoded"])
      })
    )
    // A second process finds the result in the shared cache: the audio cannot be decoded.
    const other = world(cacheDir)
    await other.run(
      Effect.gen(function* () {
        const good = yield* probed("mute", yield* makeMedia({ ...CLIP, video }))
        yield* fetch({ ...good, probe: withTracks(good.probe, [7]) }, 1)
      })
    )
    expect(other.started.length).toBeLessThanOrEqual(1)
  })

  it("plays another audio track if the first one cannot be decoded", async () => {
    const { run } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const good = yield* probed("second", yield* makeMedia(CLIP))
        const source = { ...good, probe: withTracks(good.probe, [7, 1]) }
        yield* fetch(source, 0)
        expect((yield* engine.status(source)).warnings).toEqual([
          "The first audio track cannot be decoded, so another one is played"
        ])
      })
    )
  })

  it("treats an announced audio track without packets in a transport stream as missing", async () => {
    const { run } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const made = readFileSync(yield* makeMedia({ ...CLIP, container: "ts" }))
        const path = join(root, "no-audio.ts")
        const packets = Array.from({ length: made.length / PACKET }, (_, i) =>
          made.subarray(i * PACKET, (i + 1) * PACKET)
        )
        writeFileSync(path, Buffer.concat(packets.filter((packet) => pidOf(packet, 0) !== AUDIO_PID)))
        const source = yield* probed("announced", path)
        expect((yield* packetsOf(yield* fetch(source, 1), "v:0")).length).toBeGreaterThan(200)
        expect((yield* engine.status(source)).warnings?.[0]).toMatch(/^The audio cannot be decoded/)
      })
    )
  })
})

describe("a cache without audio", () => {
  it("regenerates a cache without audio once the audio can be decoded", async () => {
    const { cacheDir, run } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* probed("mute", yield* makeMedia(CLIP))
        yield* engine.master(source)
        yield* fetch(source, 0)
        const { generation } = yield* engine.describe(source)
        const findings = join(cacheDir, "mute", "findings.json")
        const mute = JSON.stringify({ generation, failures: [], audioTrack: null })
        writeFileSync(findings, mute)
        expect((yield* engine.status(source)).warnings).toEqual(["The audio cannot be decoded"])
        yield* engine.master(source)
        const { renditions, warnings } = yield* engine.status(source)
        expect([warnings, renditions[0]?.segmentsReady]).toEqual([undefined, 0])
        expect((yield* packetsOf(yield* fetch(source, 0), "a:0")).length).toBeGreaterThan(100)
        // A second request within an hour does not check the audio again.
        writeFileSync(findings, mute)
        yield* engine.master(source)
        expect((yield* engine.status(source)).warnings).toEqual(["The audio cannot be decoded"])
      })
    )
  })
})

describe("a truncated file", () => {
  it("plays a truncated file up to its end and fails permanently beyond the end", async () => {
    const { cacheDir, run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* probed("cut", yield* cutVideo(0.4))
        // The segment in which the file ends contains the existing frames, for the first request and the next.
        for (const _ of ["live", "kept"]) {
          const frames = (yield* packetsOf(yield* fetch(source, 1), "v:0")).length
          expect(frames).toBeGreaterThan(10)
          expect(frames).toBeLessThan(240)
        }
        const behind = yield* Effect.flip(fetch(source, 2))
        expect(behind).toMatchObject({ code: "source-short", isTransient: false })
        const tries = started.length
        yield* Effect.sleep("3100 millis")
        yield* Effect.flip(fetch(source, 2))
        expect(started.length).toBe(tries)
        expect((yield* packetsOf(yield* fetch(source, 0), "v:0")).length).toBe(250)
        yield* engine.master(source)
        expect((yield* engine.status(source)).state).toBe("failed")
      })
    )
    expect(existsSync(join(cacheDir, "cut", "findings.json"))).toBe(true)
  })
})

describe("a file without frames", () => {
  it("fails permanently in every process until a file without frames is replaced", async () => {
    const path = join(root, "noise.ts")
    const { cacheDir, run, started } = world()
    const source = await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const made = readFileSync(yield* makeMedia({ ...CLIP, container: "ts" }))
        writeFileSync(path, made.subarray(0, PACKET * 3))
        const source = withFacts("none", path, probeFacts({ container: "ts", formatNames: ["mpegts"] }))
        yield* engine.master(source)
        expect(yield* Effect.flip(fetch(source, 0))).toMatchObject({
          code: "source-short",
          isTransient: false
        })
        return source
      })
    )
    expect(started.length).toBeLessThan(5)
    const other = world(cacheDir)
    await other.run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        expect(yield* Effect.flip(engine.master(source))).toMatchObject({ isTransient: false })
        expect(yield* engine.status(source)).toMatchObject({
          state: "failed",
          error: expect.stringContaining("frame")
        })
        expect(yield* Effect.flip(engine.fill(source, () => Effect.void))).toMatchObject({
          code: "source-short"
        })
        expect(other.started).toHaveLength(0)
        yield* engine.invalidate("none")
        yield* engine.master(source)
      })
    )
  })
})

describe("a file with one frame", () => {
  it.each(["vp8", "mjpeg"])("shows a single frame even if it has no duration (%s)", async (codec) => {
    const { run } = world()
    await run(
      Effect.gen(function* () {
        const tools = yield* MediaProcess
        const path = join(root, `one-${codec}.mkv`)
        const encoder = codec === "vp8" ? "libvpx" : "mjpeg"
        const { stdout } = yield* tools.run({
          tool: "ffmpeg",
          args: [
            ...["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=1", "-frames:v", "1"],
            ...[
              "-c:v",
              encoder,
              "-pix_fmt",
              codec === "vp8" ? "yuv420p" : "yuvj420p",
              "-f",
              "matroska",
              "pipe:1"
            ]
          ]
        })
        writeFileSync(path, stdout)
        const { durationSeconds: _, ...video } = videoFacts({
          codec,
          width: 160,
          height: 90,
          bitRate: 200_000
        })
        const facts = { formatNames: ["matroska", "webm"], durationSeconds: 0.4 }
        const source = withFacts(`one-${codec}`, path, probeFacts(facts, [video]))
        const segment = yield* fetch(source, 0)
        expect((yield* packetsOf(segment, "v:0")).length).toBe(10)
        yield* decodeStrictly(segment)
      })
    )
  })
})

import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg, withoutLength } from "@media/testkit/media/OddMedia"
import * as Effect from "effect/Effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import type { MediaProcess } from "../MediaProcess.ts"
import { mainAudio, mainVideo } from "../ProbeFacts.ts"
import { segmentTable } from "../hls/SegmentTable.ts"

const root = mkdtempSync(join(tmpdir(), "media-measured-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = <A, E>(program: Effect.Effect<A, E, Ffprobe | MediaProcess>) =>
  Effect.runPromise(program.pipe(Effect.provide(realMediaTools)))
const probe = (path: string) => Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.probeVideo(path))
const probeBytes = (name: string, content: Buffer) => {
  const path = join(root, name)
  writeFileSync(path, content)
  return probe(path)
}

const SECONDS = 6
const video = makeMedia({ seconds: SECONDS, fps: "25", container: "mp4", video: "h264", audio: "aac" })
const webm = makeMedia({ seconds: SECONDS, fps: "25", container: "webm", video: "vp9", audio: "opus" })
const matroska = makeMedia({ seconds: SECONDS, fps: "25", container: "mkv", video: "h264", audio: "aac" })
const toPipe = (from: string, format: string, ...options: ReadonlyArray<string>) =>
  ffmpeg("-i", from, "-map", "0", "-c", "copy", ...options, "-f", format, "pipe:1")

describe("headers without a duration", () => {
  it.each([
    [
      "a Matroska file written to a pipe",
      "pipe.mkv",
      () => Effect.flatMap(video, (f) => toPipe(f, "matroska"))
    ],
    ["a recording of a browser", "recorder.webm", () => Effect.flatMap(webm, (f) => toPipe(f, "webm"))],
    ["raw H.264", "raw.h264", () => Effect.flatMap(video, (f) => toPipe(f, "h264", "-an"))],
    ["a Flash video of a stream", "live.flv", () => Effect.flatMap(video, (f) => toPipe(f, "flv"))]
  ])("measures the duration of %s", async (_, name, make) => {
    const facts = await run(Effect.flatMap(make(), (bytes) => probeBytes(name, bytes)))
    expect(Math.abs(facts.durationSeconds - SECONDS)).toBeLessThan(0.15)
    expect(facts.bitRate).toBeGreaterThan(0)
    expect(segmentTable(facts)).toBeDefined()
  })

  it("measures the actual duration of a truncated recording", async () => {
    const facts = await run(
      Effect.gen(function* () {
        const whole = yield* toPipe(yield* video, "matroska", "-cluster_time_limit", "500")
        return yield* probeBytes("crash.mkv", whole.subarray(0, whole.length / 2))
      })
    )
    expect(facts.durationSource).toBe("measured")
    expect(facts.durationSeconds).toBeGreaterThan(1)
    expect(facts.durationSeconds).toBeLessThan(SECONDS - 1)
  })
})

describe("incorrect headers", () => {
  it("ignores a header with the duration of the first loop", async () => {
    const facts = await run(
      Effect.gen(function* () {
        const path = yield* matroska
        const looped = yield* ffmpeg(
          ...["-stream_loop", "4", "-i", path, "-map", "0", "-c", "copy", "-f", "matroska", "pipe:1"]
        )
        return yield* probeBytes("looped.mkv", looped)
      })
    )
    expect(Math.abs(facts.durationSeconds - 5 * SECONDS)).toBeLessThan(1)
    for (const stream of [mainVideo(facts)!, mainAudio(facts)!]) {
      expect(Math.abs(stream.durationSeconds! - 5 * SECONDS)).toBeLessThan(1)
    }
  })

  it("ignores a duration with all bits set, which means unknown", async () => {
    const facts = await run(
      Effect.gen(function* () {
        const flags = ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]
        return yield* probeBytes("unknown.mp4", withoutLength(yield* toPipe(yield* video, "mp4", ...flags)))
      })
    )
    expect(Math.abs(facts.durationSeconds - SECONDS)).toBeLessThan(0.5)
    expect(mainVideo(facts)!.durationSeconds ?? 0).toBeLessThan(SECONDS + 1)
  })

  it.each([1e3, 1e6, 17_179_869_184, 1e12])("ignores a header that claims %d s", async (claim) => {
    const facts = await run(
      Effect.gen(function* () {
        const bytes = readFileSync(yield* webm)
        const at = bytes.indexOf(Buffer.from("448988", "hex")) + 3
        expect(at).toBeGreaterThan(3)
        bytes.writeDoubleBE(claim * 1_000, at)
        // The truncated file is so small that even a claimed duration of 1,000 seconds is implausible.
        return yield* probeBytes("claims.webm", bytes.subarray(0, claim === 1e3 ? 100_000 : bytes.length))
      })
    )
    expect(facts.durationSource).toBe("measured")
    expect(facts.durationSeconds).toBeLessThan(SECONDS + 0.5)
  })
})

describe("files without frames", () => {
  it("reports a file without frames as an initialization segment", async () => {
    const error = await run(
      Effect.gen(function* () {
        const flags = ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]
        const whole = yield* toPipe(yield* video, "mp4", ...flags)
        return yield* Effect.flip(probeBytes("init.mp4", whole.subarray(0, whole.indexOf("moof") - 4)))
      })
    )
    expect(error).toMatchObject({
      code: "no-frames",
      reason: "The file contains no frames (an initialization segment?)"
    })
  })
})

it("reads a video with a valid header only once", async () => {
  const counted = await run(
    Effect.gen(function* () {
      const paths = [yield* video, yield* webm, yield* matroska]
      const facts = yield* Effect.forEach(paths, probe)
      return facts.map((one) => one.durationSource)
    })
  )
  expect(counted).toEqual(["header", "header", "header"])
})

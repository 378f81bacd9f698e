import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { packetsOf } from "@media/testkit/media/ReadBack"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import type { MediaProcess } from "../MediaProcess.ts"
import { HlsEngine, type HlsSource, type SegmentAnswer } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"

const root = mkdtempSync(join(tmpdir(), "hls-measured-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const layer = liveHlsEngine({ cacheDir: join(root, "cache"), maxEncodes: 6, preset: "ultrafast" }).pipe(
  Layer.provideMerge(realMediaTools)
)
const run = <A, E>(program: Effect.Effect<A, E, HlsEngine | Ffprobe | MediaProcess>) =>
  Effect.runPromise(program.pipe(Effect.provide(layer)))

const CLIP = { seconds: 25, fps: "25", container: "mp4", video: "h264", audio: "aac" } as const
const toPipe = (from: string, ...options: ReadonlyArray<string>) => ffmpeg("-i", from, ...options, "pipe:1")

const bytesOf = (answer: SegmentAnswer) =>
  Effect.promise(async () => {
    if (answer.kind === "file") return readFileSync(answer.path)
    const chunks: Array<Buffer> = []
    for await (const chunk of answer.subscribe()) chunks.push(chunk)
    return Buffer.concat(chunks)
  })

describe("a video whose length was measured", () => {
  it.each([
    ["unfinished.mkv", ["-map", "0", "-c", "copy", "-f", "matroska"]],
    ["elementary.h264", ["-map", "0:v", "-c", "copy", "-f", "h264"]]
  ])("plays %s from any position", async (name, options) => {
    const { counts, frames } = await run(
      Effect.gen(function* () {
        const path = join(root, name)
        writeFileSync(path, yield* toPipe(yield* makeMedia(CLIP), ...options))
        const { mtimeMs, size } = statSync(path)
        const probe = yield* (yield* Ffprobe).probeVideo(path)
        expect(probe.durationSource).toBe("measured")
        const source: HlsSource = { id: name.replace(".", "-"), path, sizeBytes: size, mtimeMs, probe }
        const engine = yield* HlsEngine
        const { renditions, table } = yield* engine.describe(source)
        const counts: Array<number> = []
        // Start with the last segment, as a player does after a seek to the end.
        for (let n = table.durations.length - 1; n >= 0; n--) {
          const segment = join(root, `${n}.ts`)
          const answer = yield* engine.segment(source, renditions[0]!.height, n)
          writeFileSync(segment, yield* bytesOf(answer))
          counts.unshift((yield* packetsOf(segment, "v:0")).length)
        }
        return { counts, frames: table.totalFrames }
      })
    )
    expect(Math.abs(frames - CLIP.seconds * 25)).toBeLessThan(3)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(frames)
  })
})

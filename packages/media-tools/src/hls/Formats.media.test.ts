import { ffmpeg } from "@media/testkit/media/OddMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { HlsEngine } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"

const root = mkdtempSync(join(tmpdir(), "hls-formats-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/**
 * Returns the real tools, with an ffmpeg that does not have the filter. `started` records the arguments of the
 * streaming runs.
 */
const without = (filter: string, started: Array<ReadonlyArray<unknown>>) =>
  Layer.effect(
    MediaProcess,
    Effect.map(MediaProcess, (tools) => ({
      ...tools,
      stream: (command) => {
        started.push(command.args)
        const args = command.args.map((argument) =>
          typeof argument === "string" ? argument.replaceAll(filter, `no${filter}`) : argument
        )
        return tools.stream({ ...command, args: filter === "" ? command.args : args })
      }
    }))
  ).pipe(Layer.provideMerge(realMediaTools))

let next = 0

/** Converts a video of a few seconds. Returns its only segment and its status. */
const converted = (recipe: ReadonlyArray<string>, missing = "") => {
  const name = `v${next++}`
  const path = join(root, `${name}.mkv`)
  const started: Array<ReadonlyArray<unknown>> = []
  const tools = without(missing, started)
  const engine = liveHlsEngine({
    cacheDir: join(root, "cache"),
    preset: "ultrafast",
    limits: { minFreeBytes: 0 }
  })
  return Effect.runPromise(
    Effect.gen(function* () {
      yield* ffmpeg(...recipe, path)
      const probe = yield* (yield* Ffprobe).probeVideo(path)
      const { mtimeMs, size } = statSync(path)
      const source = { id: name, path, sizeBytes: size, mtimeMs, probe }
      const hls = yield* HlsEngine
      const { renditions } = yield* hls.describe(source)
      yield* hls.fill(source, () => Effect.void)
      const { state, warnings } = yield* hls.status(source)
      const segment = join(root, "cache", name, `${renditions[0]!.height}p_0.ts`)
      return { path, segment, state, warnings: warnings ?? [], runs: started.length }
    }).pipe(Effect.provide(engine.pipe(Layer.provideMerge(tools))))
  )
}

const decoded = (path: string, ...args: ReadonlyArray<string>) =>
  Effect.runPromise(ffmpeg("-i", path, ...args, "pipe:1").pipe(Effect.provide(realMediaTools)))
const WIDTH = 160
const HEIGHT = 90
const luma = (path: string) => decoded(path, "-map", "0:v", "-pix_fmt", "gray", "-f", "rawvideo")
const mean = (bytes: Buffer): number => bytes.reduce((sum, value) => sum + value, 0) / bytes.length

/** Creates a still gray of 100 nits in PQ with 10 bits. `colors` are additional color tags of the file. */
const hdr = (...colors: ReadonlyArray<string>) => [
  ...["-f", "lavfi", "-i", `color=0x818181:s=${WIDTH}x${HEIGHT}:r=25:d=2`, "-pix_fmt", "yuv420p10le"],
  ...["-c:v", "libx264", "-preset", "ultrafast", "-color_trc", "smpte2084", ...colors]
]
const BT2020 = ["-color_primaries", "bt2020", "-colorspace", "bt2020nc"]

describe("HDR", () => {
  it.each([
    ["that says so", BT2020],
    ["that names its transfer alone", []]
  ])("maps HDR %s to SDR brightness", async (_, colors) => {
    const { path, segment, state, warnings } = await converted(hdr(...colors))
    expect([state, warnings]).toEqual(["fresh", []])
    expect(mean(await luma(segment))).toBeGreaterThan(mean(await luma(path)) + 20)
  })

  it("plays HDR without the tone mapping filter and warns about pale colors", async () => {
    const { path, runs, segment, state, warnings } = await converted(hdr(...BT2020), "zscale")
    expect(state).toBe("fresh")
    expect(warnings.join()).toContain("HDR")
    expect(runs).toBe(2)
    expect(Math.abs(mean(await luma(segment)) - mean(await luma(path)))).toBeLessThan(6)
  })
})

/**
 * Compares the mean difference between adjacent lines with that between every second line. The ratio is above 1 for a
 * combed picture.
 */
const comb = (frames: Buffer): number => {
  let near = 0
  let far = 1
  const size = WIDTH * HEIGHT
  for (let at = 0; at + size <= frames.length; at += size) {
    for (let i = at; i + 2 * WIDTH < at + size; i += 1) {
      near += Math.abs(frames[i]! - frames[i + WIDTH]!)
      far += Math.abs(frames[i]! - frames[i + 2 * WIDTH]!)
    }
  }
  return near / far
}

it("deinterlaces frames without comb artifacts", async () => {
  const bar = `color=black:s=${WIDTH}x${HEIGHT}:r=50:d=2[b];color=white:s=30x70:r=50:d=2[w]`
  const { path, segment, state } = await converted([
    ...[
      "-filter_complex",
      `${bar};[b][w]overlay=x=n*3-30*floor(n/10):y=10,tinterlace=interleave_top,setfield=tff`
    ],
    ...["-c:v", "mpeg2video", "-q:v", "2", "-flags", "+ildct+ilme"]
  ])
  expect(state).toBe("fresh")
  expect(comb(await luma(path))).toBeGreaterThan(2)
  expect(comb(await luma(segment))).toBeLessThan(1.2)
})

it("mixes the center channel into both stereo channels", async () => {
  const { segment } = await converted([
    ...["-f", "lavfi", "-i", `color=black:s=${WIDTH}x${HEIGHT}:r=25:d=2`],
    ...["-f", "lavfi", "-i", "sine=f=440:d=2", "-af", "pan=5.1|FC=c0", "-c:v", "mpeg4", "-c:a", "ac3"]
  ])
  const pcm = await decoded(segment, "-map", "0:a", "-f", "s16le")
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length >> 1)
  const energy = (side: number) =>
    samples.reduce((sum, value, i) => (i % 2 === side ? sum + Math.abs(value) : sum), 0) / samples.length
  expect(energy(0)).toBeGreaterThan(200)
  expect(Math.abs(energy(0) / energy(1) - 1)).toBeLessThan(0.05)
})

it("rotates a portrait recording upright", async () => {
  const lying = join(root, "lying.mp4")
  await Effect.runPromise(
    ffmpeg(
      ...[
        "-f",
        "lavfi",
        "-i",
        `color=black:s=${WIDTH}x${HEIGHT}:r=25:d=2,drawbox=w=20:h=${HEIGHT}:c=white:t=fill`
      ],
      ...["-c:v", "libx264", "-preset", "ultrafast", lying]
    ).pipe(Effect.provide(realMediaTools))
  )
  const turned = readFileSync(lying)
  // Set the matrix of the track to 90 degrees clockwise.
  const at = turned.indexOf("tkhd") + 4 + 40
  for (const [i, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries()) turned.writeInt32BE(value, at + 4 * i)
  const path = join(root, "upright.mp4")
  writeFileSync(path, turned)
  const { segment } = await converted(["-i", path, "-c", "copy", "-f", "mov"])
  const frames = await decoded(segment, "-map", "0:v", "-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo")
  expect(frames.length).toBe(WIDTH * HEIGHT)
  // The left edge of the stored frame becomes the top edge. The upright frame is 90 pixels wide.
  expect(mean(frames.subarray(0, 90 * 15))).toBeGreaterThan(200)
  expect(mean(frames.subarray(90 * 30))).toBeLessThan(40)
})

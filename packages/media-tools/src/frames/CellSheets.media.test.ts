import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { mainVideo } from "../ProbeFacts.ts"
import { eachSheet } from "./CellSheets.ts"
import { frameSizeOf } from "./FrameSize.ts"

const runtime = ManagedRuntime.make(realMediaTools)
let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "media-cells-"))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await runtime.dispose()
})

const ffmpeg = (...args: ReadonlyArray<string>) =>
  runtime.runPromise(
    Effect.flatMap(MediaProcess, (tools) =>
      tools.run({ tool: "ffmpeg", args: ["-v", "error", "-y", ...args] })
    )
  )

/** Difference in brightness between two consecutive seconds. Each second has its own gray. */
const STEP = 4
const grays = (seconds: number, size = "64x36") =>
  `color=black:s=${size}:r=10:d=${seconds},geq=lum='20+${STEP}*floor(T)':cb=128:cr=128`
const x264 = (gop: number) => [
  ...["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-pix_fmt", "yuv420p"],
  ...["-g", String(gop), "-keyint_min", String(gop), "-sc_threshold", "0"]
]

const factsOf = (path: string) =>
  runtime.runPromise(Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.probeVideo(path)))

interface Options {
  readonly interval?: number
  readonly cellsPerSheet?: number
  readonly firstSheet?: number
  readonly cells?: number
}
const cellsOf = async (path: string, options: Options = {}) => {
  const facts = await factsOf(path)
  const video = mainVideo(facts)!
  const size = frameSizeOf(video, 64)!
  const { cellsPerSheet = 100, firstSheet = 0, interval = 2 } = options
  const cells = options.cells ?? Math.ceil((facts.durationSeconds - 0.1) / interval)
  const sheets: Array<{ readonly index: number; readonly frames: ReadonlyArray<Buffer> }> = []
  const count = await runtime.runPromise(
    eachSheet(
      { path, video, size, interval, cells, cellsPerSheet, firstSheet },
      (sheet) => Effect.sync(() => void sheets.push(sheet)),
      () => Effect.void
    )
  )
  return { size, sheets, count, frames: sheets.flatMap((sheet) => sheet.frames) }
}

/** Returns the second of the video that a cell shows, according to its gray. */
const secondOf = (frame: Buffer): number => {
  const mean = frame.reduce((sum, value) => sum + value, 0) / frame.length
  // Converts full range to limited range: 0 becomes 16, and 255 becomes 235.
  return Math.max(0, Math.round(((mean * 219) / 255 + 16 - 20) / STEP))
}
const secondsOf = (frames: ReadonlyArray<Buffer>) => frames.map(secondOf)

describe("cells of a video", () => {
  it("shows the first key frame of each interval", async () => {
    const path = join(folder, "keys.mp4")
    await ffmpeg("-f", "lavfi", "-i", grays(20), ...x264(10), path)
    const { count, frames, size } = await cellsOf(path)
    expect([count, size]).toEqual([10, { width: 64, height: 36 }])
    expect(secondsOf(frames)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
  })

  it("shows frames at exact times if key frames are too far apart", async () => {
    const path = join(folder, "far.mp4")
    await ffmpeg("-f", "lavfi", "-i", grays(20), ...x264(70), path)
    const { frames } = await cellsOf(path)
    for (const [cell, second] of secondsOf(frames).entries())
      expect([cell * 2, cell * 2 + 1]).toContain(second)
    const one = join(folder, "one-key.mkv")
    await ffmpeg("-f", "lavfi", "-i", grays(20), ...x264(1_000), one)
    expect(secondsOf((await cellsOf(one)).frames)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
  })

  it("shows frames at exact times if frame times are irregular or start late", async () => {
    const odd = join(folder, "odd.mkv")
    const thinned = `${grays(20)},select='not(between(t,4.05,7.55))*(lt(t,12)+not(mod(n,7)))'`
    await ffmpeg("-f", "lavfi", "-i", thinned, "-vsync", "vfr", ...x264(5), odd)
    const seconds = secondsOf((await cellsOf(odd)).frames)
    // The video shows a single frame from 4 s to 7.6 s, and then a new frame in each second.
    expect(seconds.slice(0, 5)).toEqual([0, 2, 4, 7, 8])
    for (const [cell, second] of seconds.entries()) expect(Math.abs(cell * 2 - second)).toBeLessThanOrEqual(2)
    const late = join(folder, "late.ts")
    await ffmpeg("-f", "lavfi", "-i", grays(10), ...x264(10), "-output_ts_offset", "500", late)
    expect(secondsOf((await cellsOf(late)).frames)).toEqual([0, 2, 4, 6, 8])
  })

  it("creates cells sheet by sheet, starting with the requested sheet", async () => {
    const path = join(folder, "keys.mp4")
    const { sheets } = await cellsOf(path, { cellsPerSheet: 4 })
    expect(sheets.map(({ frames, index }) => [index, secondsOf(frames)])).toEqual([
      [0, [0, 2, 4, 6]],
      [1, [8, 10, 12, 14]],
      [2, [16, 18]]
    ])
    const later = await cellsOf(path, { cellsPerSheet: 4, firstSheet: 1 })
    expect(later.count).toBe(10)
    expect(later.sheets.map(({ frames, index }) => [index, secondsOf(frames)])).toEqual([
      [1, [8, 10, 12, 14]],
      [2, [16, 18]]
    ])
  })

  it("ends with the last frame, even if the file claims a longer duration", async () => {
    const { count } = await cellsOf(join(folder, "keys.mp4"), { cells: 400, cellsPerSheet: 100 })
    expect(count).toBe(10)
    const whole = join(folder, "whole.ts")
    await ffmpeg("-f", "lavfi", "-i", `${grays(20)},noise=alls=12`, ...x264(10), whole)
    const bytes = readFileSync(whole)
    const cut = join(folder, "cut.ts")
    writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length / 2)))
    expect(Math.abs((await cellsOf(cut, { cells: 10 })).count - 5)).toBeLessThanOrEqual(1)
  })

  it("creates no cells for a file that cannot be decoded", async () => {
    const whole = readFileSync(join(folder, "keys.mp4"))
    const end = whole.lastIndexOf("moov") - 4
    const noise = join(folder, "noise.mp4")
    writeFileSync(
      noise,
      Buffer.concat([whole.subarray(0, 48), Buffer.alloc(end - 48, 7), whole.subarray(end)])
    )
    expect((await cellsOf(noise)).count).toBe(0)
    const short = join(folder, "short.mp4")
    await ffmpeg("-f", "lavfi", "-i", "color=white:s=64x36:r=10:d=0.1", ...x264(10), short)
    expect((await cellsOf(short, { cells: 1 })).count).toBe(1)
  })

  it("rotates cells upright and makes their pixels square", async () => {
    const recipe = {
      video: "h264",
      container: "mp4",
      seconds: 4,
      fps: "25",
      width: 320,
      height: 164
    } as const
    const turned = await runtime.runPromise(makeMedia({ ...recipe, rotation: 90 }))
    expect((await cellsOf(turned)).size).toEqual({ width: 36, height: 64 })
    const wide = join(folder, "wide.mp4")
    // The pixels are wider than high, so the stored shape is a narrow ellipse. After scaling to square pixels, the
    // shape is a circle.
    const circle =
      "color=black:s=48x36:r=10:d=2,geq=lum='if(lt(hypot((X-24)*4/3,Y-18),12),235,16)':cb=128:cr=128"
    await ffmpeg("-f", "lavfi", "-i", `${circle},setsar=4/3`, ...x264(10), wide)
    const { frames, size } = await cellsOf(wide)
    expect(size).toEqual({ width: 64, height: 36 })
    const lit = (x: number, y: number) => frames[0]![(y * 64 + x) * 3]! > 128
    const across = Array.from({ length: 64 }, (_, x) => lit(x, 18)).filter(Boolean).length
    const down = Array.from({ length: 36 }, (_, y) => lit(32, y)).filter(Boolean).length
    expect(Math.abs(across - down)).toBeLessThanOrEqual(2)
  })

  it.each([
    { video: "h264-open", container: "mkv" },
    { video: "h264-10bit", container: "mkv" },
    { video: "hevc", container: "mp4" },
    { video: "vp9", container: "webm" },
    { video: "mpeg4", container: "avi" },
    { video: "mpeg2-interlaced", container: "ts" }
  ] as const)("creates cells of $video in $container", async (kind) => {
    const made = await runtime.runPromise(
      Effect.either(makeMedia({ ...kind, seconds: 12, fps: "25", width: 320, height: 164, keyInterval: 50 }))
    )
    if (Either.isLeft(made)) return
    const { frames } = await cellsOf(made.right, { interval: 3 })
    expect(frames.length).toBe(4)
    // Each cell shows a different picture.
    expect(new Set(frames.map((frame) => frame.toString("base64"))).size).toBe(4)
  })

  it("keeps the brightness of HDR video", async () => {
    const path = join(folder, "hdr.mkv")
    const made = await runtime.runPromise(
      Effect.either(
        Effect.flatMap(MediaProcess, (tools) =>
          tools.run({
            tool: "ffmpeg",
            args: [
              ...["-v", "error", "-y", "-f", "lavfi", "-i", "color=gray:s=320x180:r=5:d=4"],
              ...["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-x265-params"],
              "log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
              ...["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", path]
            ]
          })
        )
      )
    )
    if (Either.isLeft(made)) return
    const { frames } = await cellsOf(path)
    expect(frames.length).toBe(2)
    // Half of the PQ scale is 92 nits, which is brighter than middle gray on an SDR display.
    expect(frames[0]![0]).toBeGreaterThan(140)
  })
})

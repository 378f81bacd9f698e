import { Ffprobe } from "@media/media-tools/Ffprobe"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import { statsOf } from "@media/pictures/FrameStats"
import { isBlack, isTitle } from "@media/pictures/FrameScore"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { automaticFrame, frameAt } from "./videoFrame.ts"

const runtime = ManagedRuntime.make(realMediaTools)
let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "media-frames-"))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await runtime.dispose()
})

/** Concatenates scenes, which are lavfi sources, and by default encodes them in H.264 with a key frame per second. */
const clip = (
  name: string,
  scenes: ReadonlyArray<string>,
  after = "null",
  codec: ReadonlyArray<string> = []
) =>
  runtime.runPromise(
    Effect.gen(function* () {
      const tools = yield* MediaProcess
      const path = join(folder, name)
      const inputs = scenes.flatMap((scene) => ["-f", "lavfi", "-i", scene])
      const joined = scenes.map((_, index) => `[${index}:v]`).join("")
      const graph = `${joined}concat=n=${scenes.length},${after},format=yuv420p[v]`
      const coded = codec.length > 0 ? codec : ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10"]
      yield* tools.run({
        tool: "ffmpeg",
        args: ["-v", "error", "-y", ...inputs, "-filter_complex", graph, "-map", "[v]", ...coded, path]
      })
      return path
    })
  )
const scene = (seconds: number, size = "320x180") => `testsrc2=s=${size}:r=10:d=${seconds},noise=alls=14`
const color = (name: string, seconds: number) => `color=${name}:s=320x180:r=10:d=${seconds}`
const title = (seconds: number) =>
  `color=black:s=320x180:r=10:d=${seconds},drawbox=x=120:y=84:w=6:h=12:c=white:t=fill,drawbox=x=140:y=84:w=6:h=12:c=white:t=fill`

const factsOf = (path: string) => Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.probeVideo(path))
const choose = (path: string) =>
  runtime.runPromise(Effect.flatMap(factsOf(path), (facts) => automaticFrame(path, facts)))
const statsIn = ({ box, frame }: Awaited<ReturnType<typeof choose>>) => statsOf(frame, box)

describe("the automatic picture of a video", () => {
  it("skips a black beginning", async () => {
    const chosen = await choose(await clip("black.mp4", [color("black", 8), scene(6)]))
    expect(isBlack(statsIn(chosen))).toBe(false)
  })

  it("avoids a title card if there is any other scene", async () => {
    const chosen = await choose(await clip("title.mp4", [title(12), scene(8)]))
    expect(isTitle(statsIn(chosen))).toBe(false)
    expect(isBlack(statsIn(chosen))).toBe(false)
  })

  it("crops black bars", async () => {
    const { box } = await choose(await clip("bars.mp4", [scene(12, "320x134")], "pad=320:180:0:23"))
    expect(box).toMatchObject({ left: 0, width: 320 })
    expect(box.top).toBeGreaterThanOrEqual(22)
    expect(Math.abs(box.height - 130)).toBeLessThanOrEqual(4)
    const pillars = await choose(await clip("pillars.mp4", [scene(12, "240x180")], "pad=320:180:40:0"))
    expect(pillars.box).toMatchObject({ top: 0, height: 180 })
    expect(Math.abs(pillars.box.width - 236)).toBeLessThanOrEqual(4)
  })

  it("returns an uncropped black frame of a black video", async () => {
    const chosen = await choose(await clip("night.mp4", [color("black", 5)]))
    expect(chosen.box).toEqual({ left: 0, top: 0, width: 320, height: 180 })
  })

  it("returns an upright frame with square pixels", async () => {
    const recipe = {
      video: "h264",
      container: "mp4",
      seconds: 4,
      fps: "25",
      width: 320,
      height: 164
    } as const
    const turned = await runtime.runPromise(makeMedia({ ...recipe, rotation: 90 }))
    expect((await choose(turned)).frame).toMatchObject({ width: 180, height: 320 })
    const wide = await clip("wide.mp4", [scene(4, "240x180")], "setsar=4/3")
    expect((await choose(wide)).frame).toMatchObject({ width: 320, height: 180 })
  })

  it.each([
    { video: "h264-open", container: "mkv" },
    { video: "hevc", container: "mp4" },
    { video: "vp9", container: "webm" },
    { video: "mpeg4", container: "avi" },
    { video: "mpeg2-interlaced", container: "ts" }
  ] as const)("finds a frame in $video in $container", async (kind) => {
    const made = await runtime.runPromise(
      Effect.either(makeMedia({ ...kind, seconds: 20, fps: "25", width: 320, height: 164, keyInterval: 100 }))
    )
    if (Either.isLeft(made)) return
    expect(statsIn(await choose(made.right)).brightness).toBeGreaterThan(30)
  })

  it("finds a bright frame even if the only key frame is black", async () => {
    const single = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "9999", "-sc_threshold", "0"]
    for (const [name, start] of [
      ["short.mp4", 1],
      ["long.mp4", 5]
    ] as const) {
      const path = await clip(name, [color("black", start), scene(8)], "null", single)
      expect(statsIn(await choose(path)).brightness).toBeGreaterThan(60)
    }
  })

  it("finds a frame in a video with a single frame and in a truncated file", async () => {
    const one = await clip("one.mp4", ["testsrc2=s=320x180:r=10:d=0.1"])
    expect((await choose(one)).frame.width).toBe(320)
    const whole = await clip("whole.ts", [scene(20)])
    const cut = join(folder, "cut.ts")
    writeFileSync(cut, readFileSync(whole).subarray(0, 200_000))
    expect(statsIn(await choose(cut)).brightness).toBeGreaterThan(30)
  })

  it("fails if no frame can be decoded", async () => {
    const whole = readFileSync(await clip("whole.mp4", [scene(6)], "null"))
    const facts = await runtime.runPromise(factsOf(join(folder, "whole.mp4")))
    const noise = join(folder, "noise.mp4")
    // Overwrite the frames, but keep the index after them.
    const end = whole.lastIndexOf("moov") - 4
    writeFileSync(
      noise,
      Buffer.concat([whole.subarray(0, 48), Buffer.alloc(end - 48, 7), whole.subarray(end)])
    )
    const answer = await runtime.runPromise(Effect.either(automaticFrame(noise, facts)))
    expect(Either.isLeft(answer) && answer.left).toMatchObject({ _tag: "NoPicture" })
  })
})

describe("taking a frame at a given time", () => {
  it("returns the frame at that time, or the last frame if the time is past the end", async () => {
    const path = await clip("colors.mp4", [color("red", 2), color("lime", 2), color("blue", 2)])
    const facts = await runtime.runPromise(factsOf(path))
    const colorAt = async (seconds: number) => {
      const { frame } = await runtime.runPromise(frameAt(path, facts, seconds))
      const [r = 0, g = 0, b = 0] = frame.data
      return ["red", "lime", "blue"][[r, g, b].indexOf(Math.max(r, g, b))]
    }
    expect([await colorAt(0.5), await colorAt(2.5), await colorAt(5), await colorAt(5.99)]).toEqual([
      "red",
      "lime",
      "blue",
      "blue"
    ])
  })
})

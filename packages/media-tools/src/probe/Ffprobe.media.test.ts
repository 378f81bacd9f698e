import { startCpuClock } from "@media/testkit/CpuClock"
import * as Effect from "effect/Effect"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import type { MediaRecipe } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { scanKeyFrames, readKeyFrames } from "../keyframes/ReadKeyFrames.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { mainVideo } from "../ProbeFacts.ts"

const root = mkdtempSync(join(tmpdir(), "media-probe-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const video: MediaRecipe = { seconds: 27, fps: "25", container: "mp4", video: "h264", audio: "aac" }
const run = <A, E>(program: Effect.Effect<A, E, Ffprobe | MediaProcess>) =>
  Effect.runPromise(program.pipe(Effect.provide(realMediaTools)))
const probe = (path: string) => Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.probeVideo(path))

const file = (name: string, content: string | Buffer) => {
  const path = join(root, name)
  writeFileSync(path, content)
  return path
}

/** A file that ends within an element. ffmpeg reports an input/output error for such a file. */
const openWebm = Buffer.concat([
  Buffer.from(
    "1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878102428581021853806701ffffffffffffff",
    "hex"
  ),
  Buffer.from("114d9b7401000000000fffff", "hex"),
  Buffer.alloc(200)
])

describe("a file that is not a video", () => {
  const cases: ReadonlyArray<readonly [string, () => string, string]> = [
    ["a missing file", () => join(root, "none.mp4"), "not-found"],
    ["a directory", () => root, "not-a-file"],
    ["an empty file", () => file("empty.mp4", ""), "empty"],
    ["text", () => file("text.mp4", "hello there"), "text"],
    ["noise", () => file("noise.mkv", Buffer.alloc(50_000, 0xa7)), "not-media"],
    ["a JPEG", () => file("jpeg.mp4", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])), "image"],
    ["a PNG", () => file("png.mp4", Buffer.from("89504e470d0a1a0a0000", "hex")), "image"],
    ["a playlist", () => file("list.mp4", "#EXTM3U\n#EXTINF:1,\n/etc/passwd\n"), "playlist"],
    ["an ffconcat list", () => file("concat.mp4", "ffconcat version 1.0\nfile x.mp4\n"), "playlist"],
    ["a WebM of 300 bytes", () => file("head.webm", openWebm), "broken"],
    ["a late playlist", () => file("late.mp4", `${"\n".repeat(600)}#EXTM3U\n`), "not-media"]
  ]
  it.each(cases)("rejects %s", async (_, path, code) => {
    const error = await run(Effect.flip(probe(path())))
    expect(error).toMatchObject({ _tag: "Unreadable", code })
    expect(error.message.length).toBeGreaterThan(10)
  })

  it("rejects a FIFO without waiting for data", async () => {
    const path = join(root, "fifo.mp4")
    execFileSync("mkfifo", [path])
    expect(await run(Effect.flip(probe(path)))).toMatchObject({ code: "not-a-file" })
  })

  it("distinguishes an incomplete MP4 file from other files", async () => {
    const error = await run(
      Effect.gen(function* () {
        const whole = readFileSync(yield* makeMedia(video))
        return yield* Effect.flip(probe(file("half.mp4", whole.subarray(0, whole.length / 2))))
      })
    )
    expect(error).toMatchObject({ code: "incomplete" })
  })
})

describe("a video", () => {
  it("reads transport streams with a service name, which crash static builds by default", async () => {
    const facts = await run(Effect.flatMap(makeMedia({ ...video, container: "ts" }), probe))
    expect(facts).toMatchObject({ container: "ts" })
    expect(facts.startSeconds).toBeGreaterThan(1)
  })

  it("reads rotated video", async () => {
    const facts = await run(Effect.flatMap(makeMedia({ ...video, rotation: 90 }), probe))
    // ffmpeg versions interpret the direction of the rotation option differently, so the test accepts both directions.
    expect([90, 270]).toContain(mainVideo(facts)!.rotation)
    expect(mainVideo(facts)).toMatchObject({ hasDisplayMatrix: true, isReflected: false })
  })
})

describe("key frames", () => {
  const recipes: ReadonlyArray<readonly [string, MediaRecipe, boolean | "unknown"]> = [
    ["mp4, closed groups", video, true],
    ["mp4, open groups", { ...video, video: "h264-open" }, false],
    ["mp4 with an edit list", { ...video, video: "h264-open", editStartSeconds: 1.5, seconds: 29 }, false],
    ["mkv, closed groups", { ...video, container: "mkv", audio: "ac3-5.1" }, true],
    ["webm", { ...video, video: "vp9", container: "webm", audio: "opus" }, "unknown"]
  ]
  it.each(recipes)("finds the same key frames as ffprobe in %s", async (_, recipe, allIdr) => {
    await run(
      Effect.gen(function* () {
        const path = yield* makeMedia(recipe)
        const facts = yield* probe(path)
        const index = (yield* readKeyFrames(path, facts))!
        const scanned = yield* scanKeyFrames(yield* MediaProcess, path, facts)
        expect(index.allIdr).toBe(allIdr)
        expect(index.seconds.length).toBe(scanned.seconds.length)
        for (const [i, second] of index.seconds.entries()) {
          // If an edit begins in the middle of a frame, ffmpeg moves the start of the edit to the start of the frame.
          const room = recipe.editStartSeconds === undefined ? 0.005 : 0.021
          expect(Math.abs(second - scanned.seconds[i]!)).toBeLessThan(room)
        }
      })
    )
  })

  it("returns a result or a typed error for a damaged index", async () => {
    await run(
      Effect.gen(function* () {
        for (const recipe of [video, { ...video, container: "mkv", audio: "ac3-5.1" } as const]) {
          const path = yield* makeMedia(recipe)
          const facts = yield* probe(path)
          const whole = readFileSync(path)
          const moov = recipe.container === "mp4" ? whole.lastIndexOf("moov") : 0
          const hurt = join(root, "hurt")
          const cpu = startCpuClock()
          for (let i = 0; i < 300; i++) {
            const copy = Buffer.from(whole)
            const span = recipe.container === "mp4" ? copy.length - moov : 4_000
            // The damaged offsets are the same in each test run. The values make counts and sizes huge, zero or odd.
            const at = Math.min(copy.length - 5, moov + ((i * 7_919) % span))
            copy.writeUInt32BE([0xffffffff, 0, 1, 0x7fffffff, 0x80000000][i % 5]!, at)
            writeFileSync(hurt, copy)
            const result = yield* Effect.either(readKeyFrames(hurt, facts))
            if (result._tag === "Left") expect(result.left.isStructural).toBe(true)
          }
          expect(cpu()).toBeLessThan(60)
        }
      })
    )
  })
})

import { startCpuClock } from "@media/testkit/CpuClock"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import type { MediaRecipe } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { readKeyFrames, scanKeyFrames } from "./ReadKeyFrames.ts"
import { changedBytes, changedNumbers, copiedRanges, cutOff } from "./testing/Mutations.ts"

const root = mkdtempSync(join(tmpdir(), "media-corpus-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof realMediaTools>>) =>
  Effect.runPromise(program.pipe(Effect.provide(realMediaTools)))

const H264: MediaRecipe = { seconds: 15, fps: "25", container: "mp4", video: "h264-open", audio: "aac" }
const VP9: MediaRecipe = { ...H264, video: "vp9", container: "webm", audio: "opus" }

/**
 * Remuxes the recipe's video into another container with these options. If `isPiped` is true, the muxer writes to a
 * pipe and cannot seek back to update the header.
 */
const remuxed = (name: string, recipe: MediaRecipe, isPiped: boolean, options: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const source = yield* makeMedia(recipe)
    const path = join(root, name)
    const copy = ["-i", source, "-map", "0", "-c", "copy", ...options]
    if (isPiped) writeFileSync(path, yield* ffmpeg(...copy, "pipe:1"))
    else yield* ffmpeg(...copy, path)
    return path
  })

interface Case {
  readonly name: string
  readonly recipe?: MediaRecipe
  readonly isPiped?: true
  readonly options: ReadonlyArray<string>
  /** Format of the container's index. `none` if the container has no index or an incomplete index. */
  readonly index: "mp4" | "matroska" | "none"
}

const cases: ReadonlyArray<Case> = [
  { name: "front.mp4", options: ["-movflags", "faststart"], index: "mp4" },
  { name: "quicktime.mov", options: [], index: "mp4" },
  { name: "late.mp4", options: ["-output_ts_offset", "3.3"], index: "mp4" },
  { name: "edit-list.mp4", recipe: { ...H264, editStartSeconds: 1.5 }, options: [], index: "mp4" },
  { name: "late-audio.mp4", recipe: { ...H264, audioDelay: 2 }, options: [], index: "mp4" },
  { name: "no-edit-list.mp4", options: ["-use_editlist", "0"], index: "mp4" },
  { name: "fragments.mp4", options: ["-movflags", "frag_keyframe+empty_moov"], index: "none" },
  { name: "first-fragment-in-moov.mp4", options: ["-movflags", "frag_keyframe"], index: "none" },
  {
    name: "fragments-of-time.mp4",
    options: ["-movflags", "empty_moov", "-frag_duration", "3000000"],
    index: "none"
  },
  {
    name: "dash.mp4",
    options: ["-movflags", "dash+frag_keyframe+empty_moov+default_base_moof"],
    index: "none"
  },
  { name: "cues.mkv", options: [], index: "matroska" },
  { name: "cues-in-front.mkv", options: ["-reserve_index_space", "20000"], index: "matroska" },
  {
    name: "uneven.mkv",
    recipe: { ...H264, container: "mkv", isVariableRate: true },
    options: [],
    index: "matroska"
  },
  {
    name: "late-video.mkv",
    recipe: { ...H264, container: "mkv", videoDelay: 2.5 },
    options: [],
    index: "matroska"
  },
  { name: "no-cues.mkv", isPiped: true, options: ["-f", "matroska"], index: "none" },
  { name: "cues.webm", recipe: VP9, options: [], index: "matroska" },
  { name: "no-cues.webm", recipe: VP9, isPiped: true, options: ["-f", "webm"], index: "none" },
  { name: "small-clusters.mkv", options: ["-cluster_time_limit", "200"], index: "matroska" }
]

describe("a container's own index", () => {
  it.each(cases)(
    "returns the same key frames as ffprobe for $name, or none",
    async ({ index, isPiped, name, options, recipe }) => {
      await run(
        Effect.gen(function* () {
          const path = yield* remuxed(name, recipe ?? H264, isPiped === true, options)
          const facts = yield* (yield* Ffprobe).probeVideo(path)
          const read = yield* readKeyFrames(path, facts)
          expect(read?.origin ?? "none").toBe(index)
          if (read === undefined) return
          const scanned = yield* scanKeyFrames(yield* MediaProcess, path, facts)
          expect(read.seconds).toHaveLength(scanned.seconds.length)
          // If an edit begins in the middle of a frame, ffmpeg moves the start of the edit to the start of the frame.
          const room = recipe?.editStartSeconds === undefined ? 0.005 : 0.021
          for (const [i, second] of read.seconds.entries()) {
            expect(Math.abs(second - scanned.seconds[i]!)).toBeLessThan(room)
          }
        })
      )
    }
  )
})

describe("damaged real files", () => {
  it.each([
    ["damaged.mp4", H264, "moov"],
    ["damaged.mkv", { ...H264, container: "mkv" } as const, undefined]
  ] as const)(
    "returns a result or throws `IndexUnusable` for damage in %s",
    { timeout: 120_000 },
    async (name, recipe, index) => {
      const path = await run(remuxed(name, recipe, false, []))
      const facts = await run(Effect.flatMap(Ffprobe, (probe) => probe.probeVideo(path)))
      const whole = readFileSync(path)
      // Damage only bytes that the reader actually reads. In mp4, this is the index (`moov`) at the end of the file. In
      // Matroska, the reader uses both ends of the file, and the test damages the first 4,000 bytes.
      const at = index === undefined ? 0 : whole.lastIndexOf(index) - 4
      const head = whole.subarray(0, at)
      const target = whole.subarray(at, index === undefined ? 4_000 : undefined)
      const tail = whole.subarray(at + target.length)
      const mutated = fc.oneof(
        cutOff(target),
        changedNumbers(target),
        changedBytes(target),
        copiedRanges(target)
      )
      const hurt = join(root, `hurt${extname(name)}`)
      await fc.assert(
        fc.asyncProperty(mutated, async (part) => {
          writeFileSync(hurt, Buffer.concat([head, part, tail]))
          const cpu = startCpuClock()
          const answer = await Effect.runPromise(Effect.either(readKeyFrames(hurt, facts)))
          expect(cpu()).toBeLessThan(20)
          if (Either.isLeft(answer)) expect(answer.left).toMatchObject({ isStructural: true })
        }),
        { numRuns: 300 }
      )
    }
  )
})

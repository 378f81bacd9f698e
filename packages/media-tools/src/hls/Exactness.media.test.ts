import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CannotMakeMedia, makeMedia } from "@media/testkit/media/MakeMedia"
import { type MediaRecipe, frameSize, rateOfRecipe, STRIP_LINES } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import {
  clickTimes,
  counterJumps,
  decodeStrictly,
  frameNumbers,
  packetsOf,
  steps
} from "@media/testkit/media/ReadBack"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { HlsEngine, type HlsSource } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"
import { rateOf } from "./FrameRate.ts"
import { partStarts } from "./SegmentParts.ts"
import { boundarySeconds, segmentCount, type SegmentTable } from "./SegmentTable.ts"

interface Case {
  readonly recipe: MediaRecipe
  /** True if the top rendition copies the source's frames, so that frame numbers are exact in that rendition too. */
  readonly isCopied?: boolean
  /** True if frame numbers may repeat or have gaps, because the source itself drops or repeats frames. */
  readonly isLoose?: boolean
  /** True to create the lowest rendition part by part as well. */
  readonly byParts?: boolean
}

const video = { seconds: 27, fps: "25", container: "mp4", video: "h264-open", audio: "aac" } as const

const CASES: Readonly<Record<string, Case>> = {
  "h264, closed groups: copied": { recipe: { ...video, video: "h264" }, isCopied: true },
  "h264 in mkv with ac3: frames copied, audio encoded": {
    recipe: { ...video, video: "h264", container: "mkv", audio: "ac3-5.1" },
    isCopied: true
  },
  "h264, closed groups, audio begins late and ends early: frames copied, audio encoded": {
    recipe: { ...video, video: "h264", audioDelay: 11, audioSeconds: 12.3 },
    isCopied: true
  },
  "h264, open groups": { recipe: video, byParts: true },
  "h264, 23.976 and 5.1": {
    byParts: true,
    recipe: { ...video, fps: "24000/1001", container: "mkv", audio: "ac3-5.1" }
  },
  "h264, 10 bit, 44.1 kHz": { recipe: { ...video, video: "h264-10bit", audio: "aac-44100" } },
  "h264, rotated": { recipe: { ...video, video: "h264", rotation: 90 } },
  "h264, edit list": { recipe: { ...video, editStartSeconds: 1.5, seconds: 29 } },
  "h264, no audio": { recipe: { seconds: 27, fps: "30", container: "mp4", video: "h264-open" } },
  "h264, late audio": { recipe: { ...video, audioDelay: 11, audioSeconds: 15 } },
  "h264, audio ends early": { recipe: { ...video, audioSeconds: 12.3 } },
  "h264, audio outlasts the video": { recipe: { ...video, seconds: 12, audioSeconds: 36 } },
  "h264, late frame": { recipe: { ...video, container: "mkv", videoDelay: 2.5 }, isLoose: true },
  "h264, uneven rate": { recipe: { ...video, container: "mkv", isVariableRate: true }, isLoose: true },
  "h264 in a transport stream": { recipe: { ...video, container: "ts" } },
  hevc: { recipe: { ...video, video: "hevc", container: "mkv", audio: "ac3-5.1" } },
  "vp9 and opus": { recipe: { ...video, video: "vp9", container: "webm", audio: "opus" } },
  "mpeg-4 in avi": { recipe: { ...video, video: "mpeg4", container: "avi", audio: "mp3" }, isLoose: true },
  "mpeg-2, interlaced, program stream": {
    recipe: { ...video, video: "mpeg2-interlaced", container: "mpg", audio: "mp2" },
    isLoose: true
  }
}

const cacheDir = mkdtempSync(join(tmpdir(), "hls-exactness-"))
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }))
const live = liveHlsEngine({ cacheDir, maxEncodes: 8 }).pipe(Layer.provideMerge(realMediaTools))

const sourceOf = (id: string, path: string) =>
  Effect.gen(function* () {
    const probe = yield* (yield* Ffprobe).probeVideo(path)
    const { mtimeMs, size } = statSync(path)
    return { id, path, sizeBytes: size, mtimeMs, probe } satisfies HlsSource
  })

interface Piece {
  readonly n: number
  readonly part?: number
}

/** Reads one segment or part to its end, whether finished or live. */
const fetchPiece = (source: HlsSource, height: number, { n, part }: Piece) =>
  Effect.gen(function* () {
    const answer = yield* (yield* HlsEngine).segment(source, height, n, { part })
    if (answer.kind === "file")
      return readFileSync(answer.path).subarray(answer.offset, answer.offset + answer.size)
    return yield* Effect.promise(async () => {
      const chunks: Array<Buffer> = []
      for await (const chunk of answer.subscribe()) chunks.push(chunk)
      return Buffer.concat(chunks)
    })
  })

const segmentsOf = (table: SegmentTable): ReadonlyArray<Piece> =>
  Array.from({ length: segmentCount(table) }, (_, n) => ({ n }))

const ORDERS: Readonly<Record<string, (table: SegmentTable) => ReadonlyArray<Piece>>> = {
  "in order": segmentsOf,
  "backwards: each segment is a run of its own": (table) => [...segmentsOf(table)].reverse()
}
const BY_PARTS: typeof ORDERS = {
  "backwards: each part is a run of its own": (table) =>
    segmentsOf(table)
      .flatMap(({ n }) => partStarts(table, n, "encode").map((_, part) => ({ n, part })))
      .reverse()
}

describe.each(Object.entries(CASES))("%s", (name, { byParts, isCopied, isLoose, recipe }) => {
  it.each(Object.entries({ ...ORDERS, ...(byParts === true ? BY_PARTS : {}) }))(
    "contains every frame at its exact time if segments are requested %s",
    async (orderName, order) => {
      const program = Effect.gen(function* () {
        const made = yield* Effect.either(makeMedia(recipe))
        if (made._tag === "Left") return made.left
        const engine = yield* HlsEngine
        const id = `${name}${orderName}`.replace(/[^a-z0-9]+/gi, "-")
        const source = yield* sourceOf(id, made.right)
        const { renditions, table } = yield* engine.describe(source)
        const height = renditions[0]!.height
        expect(renditions[0]!.mode).toBe(isCopied === true ? "copy" : "encode")
        const pieces: Array<readonly [number, Buffer]> = []
        for (const piece of order(table)) {
          const frame = table.boundaries[piece.n]! + (piece.part ?? 0) * table.keyInterval
          pieces.push([frame, yield* fetchPiece(source, height, piece)])
        }
        pieces.sort(([one], [other]) => one - other)
        const parts = pieces.map(([, bytes]) => bytes)
        const joined = join(cacheDir, `${id}.ts`)
        writeFileSync(joined, Buffer.concat(parts))

        expect(counterJumps(Buffer.concat(parts))).toBe(0)

        yield* decodeStrictly(joined)

        const frames = yield* packetsOf(joined, "v:0")
        const tick = 90_000 / rateOf(table.fps)
        expect(frames.length).toBeGreaterThan(table.totalFrames - 3)
        expect(frames.length).toBeLessThanOrEqual(table.totalFrames)
        // Matroska rounds times to milliseconds, and the first frame of this file is 5 ms early. Copied frames keep
        // these times.
        const room = isCopied === true && recipe.container === "mkv" ? 451 : 1
        for (const step of steps(frames.map((packet) => packet.pts))) {
          expect(Math.abs(step - tick)).toBeLessThanOrEqual(room)
        }
        for (const [i, packet] of frames.entries()) {
          if (i > 0) expect(packet.dts).toBeGreaterThan(frames[i - 1]!.dts)
        }
        for (const [n, part] of parts.entries()) {
          writeFileSync(`${joined}.part`, part)
          const [first] = yield* packetsOf(`${joined}.part`, "v:0")
          expect(first?.isKey).toBe(true)
          expect(Math.abs(first!.pts - 126_000 - pieces[n]![0] * tick)).toBeLessThan(tick * 0.55)
        }
        if (recipe.audio !== undefined) {
          const audio = yield* packetsOf(joined, "a:0")
          const frame = recipe.audio === "aac-44100" && isCopied === true ? (1024 / 44_100) * 90_000 : 1_920
          for (const step of steps(audio.map((packet) => packet.pts))) {
            expect(Math.abs(step - frame)).toBeLessThanOrEqual(1)
          }
          const end = boundarySeconds(table, segmentCount(table))
          expect(audio.length).toBeGreaterThan(((Math.min(end, 26) - 0.1) * 90_000) / frame)
          yield* expectClicks(recipe, joined)
        }
        if (recipe.rotation === undefined) {
          const share = STRIP_LINES / frameSize(recipe).height
          expectNumbers(recipe, yield* frameNumbers(joined, { stripShare: share }), isLoose === true)
        }
        return undefined
      })
      const skipped = await Effect.runPromise(program.pipe(Effect.provide(live)))
      if (skipped instanceof CannotMakeMedia) expect.soft(skipped.reason).toContain("cannot make")
    }
  )
})

/**
 * Expects every frame of the source once, in order. If the frame times of the source are uneven, frames may repeat, but
 * none may be lost or out of order.
 */
const expectNumbers = (recipe: MediaRecipe, numbers: ReadonlyArray<number>, isLoose: boolean): void => {
  const differences = numbers.slice(1).map((number, i) => number - numbers[i]!)
  if (isLoose) {
    expect(differences.every((difference) => difference >= 0)).toBe(true)
    const expected = recipe.isVariableRate === true ? 450 : recipe.seconds * rateOfRecipe(recipe) - 3
    expect(new Set(numbers).size).toBeGreaterThanOrEqual(Math.floor(expected))
    return
  }
  // If the audio begins before the video or lasts a frame longer, the first or last frame is repeated.
  while (differences.at(-1) === 0) differences.pop()
  if (differences[0] === 0) differences.shift()
  expect(differences.filter((difference) => difference !== 1)).toEqual([])
}

/** Expects audio and video to stay in sync: a click is within 1.5 ms of each full second of the source. */
const expectClicks = (recipe: MediaRecipe, joined: string) =>
  Effect.gen(function* () {
    const clicks = yield* clickTimes(joined)
    expect(clicks.length).toBeGreaterThan(9)
    const fractions = clicks.map((second) => second - Math.round(second - clicks[0]!) - clicks[0]!)
    expect(Math.max(...fractions.map(Math.abs))).toBeLessThan(
      recipe.editStartSeconds === undefined ? 0.0015 : 0.003
    )
  })

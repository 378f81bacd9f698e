import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { countingTools, type StartedTool } from "@media/testkit/media/CountingTools"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { type MediaRecipe, STRIP_LINES } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { frameNumbers, packetsOf } from "@media/testkit/media/ReadBack"
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import type { MediaProcess } from "../MediaProcess.ts"
import { HlsEngine, type HlsSource, type SegmentAnswer } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"

const root = mkdtempSync(join(tmpdir(), "hls-engine-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A video with twelve segments. */
const LONG: MediaRecipe = {
  seconds: 120,
  fps: "25",
  container: "mp4",
  video: "h264-open",
  audio: "aac",
  isFastStart: true
}
/** A video with two renditions of two segments each. */
const LARGE: MediaRecipe = {
  seconds: 14,
  fps: "25",
  container: "mp4",
  video: "mpeg4",
  audio: "aac",
  width: 1280,
  height: 704
}

let next = 0
const world = (preset?: "ultrafast") => {
  const started: Array<StartedTool> = []
  const cacheDir = join(root, `cache-${next++}`)
  const tools = countingTools(started).pipe(Layer.provideMerge(realMediaTools))
  const engine = liveHlsEngine({ cacheDir, maxEncodes: 6, ...(preset === undefined ? {} : { preset }) })
  const layer = engine.pipe(Layer.provideMerge(tools))
  const run = <A, E>(program: Effect.Effect<A, E, HlsEngine | Ffprobe | MediaProcess>) =>
    Effect.runPromise(program.pipe(Effect.provide(layer)))
  return { cacheDir, run, started }
}

const sourceOf = (id: string, path: string) =>
  Effect.gen(function* () {
    const probe = yield* (yield* Ffprobe).probeVideo(path)
    const { mtimeMs, size } = statSync(path)
    return { id, path, sizeBytes: size, mtimeMs, probe } satisfies HlsSource
  })

const bytesOf = (answer: SegmentAnswer) =>
  Effect.promise(async () => {
    if (answer.kind === "file") return readFileSync(answer.path)
    const chunks: Array<Buffer> = []
    for await (const chunk of answer.subscribe()) chunks.push(chunk)
    return Buffer.concat(chunks)
  })

const heightOf = (source: HlsSource) =>
  Effect.map(
    Effect.flatMap(HlsEngine, (engine) => engine.describe(source)),
    ({ renditions }) => renditions[0]!.height
  )

/** Creates a copy of a video that the test may change. */
const ownCopy = (recipe: MediaRecipe) =>
  Effect.map(makeMedia(recipe), (made) => {
    const path = join(root, `video-${next++}.mp4`)
    copyFileSync(made, path)
    return path
  })

describe("viewers and runs", () => {
  it("uses one run for each of two viewers at distant positions", async () => {
    const { run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("two", yield* makeMedia(LONG))
        const height = yield* heightOf(source)
        for (let i = 0; i < 3; i++) {
          yield* bytesOf(yield* engine.segment(source, height, i, { viewer: "a" }))
          yield* bytesOf(yield* engine.segment(source, height, 7 + i, { viewer: "b" }))
        }
      })
    )
    expect(started).toHaveLength(2)
  })

  it("stops the run of a viewer who seeks elsewhere", async () => {
    const { cacheDir, run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("seek", yield* makeMedia(LONG))
        const height = yield* heightOf(source)
        yield* bytesOf(yield* engine.segment(source, height, 8, { viewer: "a" }))
        yield* bytesOf(yield* engine.segment(source, height, 5, { viewer: "a" }))
        yield* bytesOf(yield* engine.segment(source, height, 7, { viewer: "a" }))
        expect(isAlive(started[0]!.pid)).toBe(false)
        expect(started).toHaveLength(2)
        expect(existsSync(join(cacheDir, "seek", `${height}p_7.ts`))).toBe(true)
      })
    )
  })

  it("stops the viewer's old run even if the old request ends after the new one arrives", async () => {
    const { run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        // Large frames, so that a fast machine is still encoding when the new request arrives.
        const source = yield* sourceOf("late-end", yield* makeMedia({ ...LARGE, seconds: 90 }))
        const height = yield* heightOf(source)
        const old = yield* engine.segment(source, height, 5, { viewer: "a" })
        const reader = old.kind === "live" ? old.subscribe()[Symbol.asyncIterator]() : undefined
        yield* Effect.promise(async () => void (await reader?.next()))
        yield* engine.segment(source, height, 1, { viewer: "a" })
        expect(started.map(({ pid }) => isAlive(pid))).toEqual([true, true])
        yield* Effect.promise(async () => void (await reader?.return?.()))
        while (isAlive(started[0]!.pid)) yield* Effect.sleep("20 millis")
        expect(isAlive(started[1]!.pid)).toBe(true)
      })
    )
  })

  it("returns identical bytes after a client disconnects in the middle of a segment", async () => {
    const { run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("gone", yield* makeMedia(LONG))
        const height = yield* heightOf(source)
        const first = yield* engine.segment(source, height, 2)
        expect(first.kind).toBe("live")
        const beginning = yield* Effect.promise(async () => {
          if (first.kind === "file") return Buffer.alloc(0)
          for await (const chunk of first.subscribe()) return chunk
          return Buffer.alloc(0)
        })
        const again = yield* bytesOf(yield* engine.segment(source, height, 2))
        const cached = yield* bytesOf(yield* engine.segment(source, height, 2))
        expect(again.equals(cached)).toBe(true)
        expect(again.subarray(0, beginning.length).equals(beginning)).toBe(true)
      })
    )
    expect(started).toHaveLength(1)
  })

  it("uses no CPU while no viewer requests more segments", async () => {
    const { run, started } = world()
    const used = await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("calm", yield* makeMedia(LONG))
        yield* bytesOf(yield* engine.segment(source, yield* heightOf(source), 0))
        const spent = Effect.gen(function* () {
          const before = cpuTicks(started[0]!.pid)
          yield* Effect.sleep("2 seconds")
          return cpuTicks(started[0]!.pid) - before
        })
        // The run first gets ahead of its viewer. On a slow machine, this takes a few seconds, which is far less than
        // the two minutes of video.
        return yield* Effect.repeat(spent, { until: (ticks) => ticks <= 1, times: 6 })
      })
    )
    expect(used).toBeLessThanOrEqual(1)
  })

  it("recovers from a killed ffmpeg", async () => {
    const { run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("kill", yield* makeMedia(LONG))
        const height = yield* heightOf(source)
        yield* bytesOf(yield* engine.segment(source, height, 0))
        yield* Effect.sleep("1 second")
        process.kill(started[0]!.pid, "SIGKILL")
        yield* Effect.sleep("300 millis")
        const later = yield* bytesOf(yield* engine.segment(source, height, 9))
        expect(later.length % 188).toBe(0)
        expect(started).toHaveLength(2)
      })
    )
  })

  it("aborts a segment whose ffmpeg dies and regenerates it", async () => {
    const { cacheDir, run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("dies", yield* makeMedia(LARGE))
        const height = yield* heightOf(source)
        const answer = yield* engine.segment(source, height, 0)
        process.kill(started[0]!.pid, "SIGKILL")
        const broken = yield* Effect.exit(Effect.tryPromise(() => Effect.runPromise(bytesOf(answer))))
        expect(Exit.isFailure(broken)).toBe(true)
        expect(readdirSync(join(cacheDir, "dies")).filter((name) => /tmp|\.ts$/.test(name))).toEqual([])
        yield* Effect.sleep("3100 millis")
        const again = yield* bytesOf(yield* engine.segment(source, height, 0))
        expect(again.length).toBeGreaterThan(0)
      })
    )
  })
})

describe("the renditions of a video", () => {
  it("cuts all renditions at the same times and includes every frame exactly once", async () => {
    const { run } = world("ultrafast")
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        // Key frames every 3 s: boundaries at 9, 18, ... instead of the encoder's own grid of 2 s.
        const recipe: MediaRecipe = { ...LARGE, seconds: 23, video: "h264", keyInterval: 75 }
        const source = yield* sourceOf("aligned", yield* makeMedia(recipe))
        const { renditions, table } = yield* engine.describe(source)
        expect(renditions.map(({ mode }) => mode)).toEqual(["copy", "encode", "encode"])
        expect(table.boundaries).toEqual([0, 225, 450, 575])
        for (const { height } of renditions) {
          const parts: Array<Buffer> = []
          for (const n of [2, 0, 1]) parts[n] = yield* bytesOf(yield* engine.segment(source, height, n))
          const joined = join(root, `aligned-${height}.ts`)
          for (const [n, part] of parts.entries()) {
            writeFileSync(joined, part)
            const [first] = yield* packetsOf(joined, "v:0")
            expect(first).toMatchObject({ isKey: true, pts: 126_000 + table.boundaries[n]! * 3_600 })
          }
          writeFileSync(joined, Buffer.concat(parts))
          const numbers = yield* frameNumbers(joined, { stripShare: STRIP_LINES / 720 })
          expect(numbers).toEqual(Array.from({ length: 575 }, (_, i) => i))
        }
      })
    )
  })
})

describe("changed or missing files", () => {
  it("rejects a changed source until it is probed again", async () => {
    const { cacheDir, run } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const path = yield* ownCopy(LONG)
        const source = yield* sourceOf("stale", path)
        const height = yield* heightOf(source)
        yield* bytesOf(yield* engine.segment(source, height, 0))
        utimesSync(path, 1_000_000, 1_000_000)
        yield* Effect.sleep("1100 millis")
        expect((yield* engine.status(source)).state).toBe("stale")
        const refused = yield* Effect.flip(engine.master(source))
        expect(refused.code).toBe("source-changed")
        const renewed = yield* sourceOf("stale", path)
        yield* engine.master(renewed)
        expect(readdirSync(join(cacheDir, "stale")).filter((name) => name.endsWith(".ts"))).toEqual([])
        expect((yield* engine.status(renewed)).state).toBe("generating")
      })
    )
  })

  it("serves the existing part of a truncated source, but never marks the video as complete", async () => {
    const { cacheDir, run } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const path = yield* ownCopy(LONG)
        truncateSync(path, Math.floor(statSync(path).size / 2))
        const source = yield* sourceOf("short", path)
        const height = yield* heightOf(source)
        expect((yield* bytesOf(yield* engine.segment(source, height, 2))).length).toBeGreaterThan(0)
        const failure = yield* Effect.flip(engine.fill(source, () => Effect.void))
        expect(failure).toMatchObject({ code: "source-short", isTransient: false })
        const beyond = yield* Effect.flip(engine.segment(source, height, 11))
        expect(beyond).toMatchObject({ _tag: "HlsUnavailable", code: "source-short" })
        expect((yield* engine.status(source)).state).toBe("failed")
        expect(existsSync(join(cacheDir, "short", "metadata.json"))).toBe(false)
      })
    )
  })

  it("regenerates segments after someone deletes the video's folder", async () => {
    const { cacheDir, run } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("deleted", yield* makeMedia(LONG))
        const height = yield* heightOf(source)
        yield* bytesOf(yield* engine.segment(source, height, 0, { viewer: "a" }))
        rmSync(join(cacheDir, "deleted"), { recursive: true })
        // Deleting the folder may break the segment that the current run is writing. A player would then request it
        // again, so the test retries.
        const patient = (n: number) =>
          Effect.flatMap(engine.segment(source, height, n, { viewer: "a" }), bytesOf).pipe(
            Effect.sandbox,
            Effect.retry(Schedule.recurs(2).pipe(Schedule.addDelay(() => "3100 millis")))
          )
        expect((yield* patient(1)).length).toBeGreaterThan(0)
        expect((yield* patient(9)).length).toBeGreaterThan(0)
      })
    )
  })
})

describe("a complete conversion", () => {
  it("encodes all renditions from a single decode", async () => {
    const { cacheDir, run, started } = world("ultrafast")
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("fill", yield* makeMedia(LARGE))
        const { renditions } = yield* engine.describe(source)
        expect(renditions.length).toBeGreaterThan(1)
        const fractions: Array<number> = []
        const report = yield* engine.fill(source, ({ fraction }) =>
          Effect.sync(() => fractions.push(fraction))
        )
        expect(report).toMatchObject({
          segmentsMade: 2 * renditions.length,
          segmentsTotal: 2 * renditions.length
        })
        expect(fractions.at(-1)).toBe(1)
        expect(started).toHaveLength(1)
        expect((yield* engine.status(source)).state).toBe("fresh")
        const sidecar = JSON.parse(readFileSync(join(cacheDir, "fill", "metadata.json"), "utf8"))
        expect(sidecar).toMatchObject({ sizeBytes: source.sizeBytes, mtimeMs: source.mtimeMs })

        rmSync(join(cacheDir, "fill", `${renditions[1]!.height}p_1.ts`))
        expect((yield* engine.status(source)).state).not.toBe("fresh")
        const second = yield* engine.fill(source, () => Effect.void)
        expect(second.segmentsMade).toBe(1)
        expect((yield* engine.status(source)).state).toBe("fresh")
        // A retried rebuild must not delete a conversion that was made after the rebuild was requested.
        yield* engine.invalidate("fill", Date.now() - 600_000)
        expect((yield* engine.status(source)).state).toBe("fresh")
        yield* engine.invalidate("fill")
        expect((yield* engine.status(source)).state).toBe("absent")
      })
    )
  })

  it("leaves no partial segments and no processes behind after an interruption", async () => {
    const { cacheDir, run, started } = world()
    await run(
      Effect.gen(function* () {
        const engine = yield* HlsEngine
        const source = yield* sourceOf("cut", yield* makeMedia(LARGE))
        const fiber = yield* Effect.fork(engine.fill(source, () => Effect.void))
        yield* Effect.sleep("1500 millis")
        yield* Fiber.interrupt(fiber)
        expect(isAlive(started[0]!.pid)).toBe(false)
        const names = readdirSync(join(cacheDir, "cut"))
        expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([])
        expect(names).not.toContain("metadata.json")
      })
    )
  })
})

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"))
  } catch {
    return false
  }
}

/** Returns the user and system time of a process, in ticks of 10 ms. */
const cpuTicks = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ")
  return Number(fields[11]) + Number(fields[12])
}

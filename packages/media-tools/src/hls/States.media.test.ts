import { makeMedia } from "@media/testkit/media/MakeMedia"
import type { MediaRecipe } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { appendFileSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import type { MediaProcess } from "../MediaProcess.ts"
import { HlsEngine, type HlsSource } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"

/**
 * Tests the states of a cached video. `engine.master` is what a request for the master playlist calls, and
 * `engine.fill` is what the preview job calls. The routes themselves are tested with the server.
 */
const root = mkdtempSync(join(tmpdir(), "hls-states-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const CLIP: MediaRecipe = { seconds: 3, fps: "25", container: "mp4", video: "h264-open", audio: "aac" }

let next = 0

interface World {
  readonly engine: HlsEngine["Type"]
  readonly source: HlsSource
  readonly folder: string
  /** Probes the video again. */
  readonly examined: Effect.Effect<HlsSource, unknown, Ffprobe>
}

/** Runs the program with its own copy of a short video, and an engine with an empty cache. */
const inWorld = <A, E>(
  program: (world: World) => Effect.Effect<A, E, HlsEngine | Ffprobe | MediaProcess>
): Promise<A> => {
  const cacheDir = join(root, `cache-${next}`)
  const path = join(root, `video-${next++}.mp4`)
  return Effect.runPromise(
    Effect.gen(function* () {
      copyFileSync(yield* makeMedia(CLIP), path)
      const examined = Effect.gen(function* () {
        const probe = yield* (yield* Ffprobe).probeVideo(path)
        const { mtimeMs, size } = statSync(path)
        return { id: "v", path, sizeBytes: size, mtimeMs, probe } satisfies HlsSource
      })
      const engine = yield* HlsEngine
      const folder = join(cacheDir, "v")
      return yield* program({ engine, source: yield* examined, folder, examined })
    }).pipe(
      Effect.provide(
        liveHlsEngine({ cacheDir, preset: "ultrafast", limits: { minFreeBytes: 0 } }).pipe(
          Layer.provideMerge(realMediaTools)
        )
      )
    )
  )
}

const fillOf = ({ engine }: World, source: HlsSource) => engine.fill(source, () => Effect.void)
const stateOf = ({ engine }: World, source: HlsSource) =>
  Effect.map(engine.status(source), ({ state }) => state)
const segmentsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".ts"))
const sidecarOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "metadata.json"), "utf8")) as Record<string, unknown>

it("reports a requested video as generating, with complete playlists", () =>
  inWorld((world) =>
    Effect.gen(function* () {
      const { engine, folder, source } = world
      expect(yield* stateOf(world, source)).toBe("absent")
      expect(yield* engine.master(source)).toContain("96p.m3u8")
      expect(yield* stateOf(world, source)).toBe("generating")
      expect(readdirSync(folder).sort()).toEqual(["96p.m3u8", "generation.json", "master.m3u8"])
    })
  ))

it("reports a completed video as fresh and writes its sidecar", () =>
  inWorld((world) =>
    Effect.gen(function* () {
      const { engine, folder, source } = world
      yield* fillOf(world, source)
      expect(yield* stateOf(world, source)).toBe("fresh")
      const { renditions } = yield* engine.describe(source)
      expect(sidecarOf(folder)).toMatchObject({
        sizeBytes: source.sizeBytes,
        mtimeMs: source.mtimeMs,
        durationSeconds: 3,
        renditions: renditions.map(({ height, maxRate, mode, width }) => ({
          ...{ height, maxRate, mode, width },
          segments: 1
        }))
      })
      // External tools read this folder, and expect the specified file names.
      expect(readFileSync(join(folder, "96p.m3u8"), "utf8")).toContain("\n96p_0.ts\n")
      expect(segmentsIn(folder)).toEqual(["96p_0.ts"])
    })
  ))

it("serves a fresh video from the cache without generating anything", () =>
  inWorld((world) =>
    Effect.gen(function* () {
      const { engine, folder, source } = world
      yield* fillOf(world, source)
      const before = statSync(join(folder, "96p_0.ts"))
      yield* engine.master(source)
      expect((yield* engine.segment(source, 96, 0)).kind).toBe("file")
      expect((yield* fillOf(world, source)).segmentsMade).toBe(0)
      expect(statSync(join(folder, "96p_0.ts")).ino).toBe(before.ino)
    })
  ))

it.each([
  ["size", (path: string) => appendFileSync(path, Buffer.alloc(64))],
  ["time", (path: string) => utimesSync(path, 1_000_000, 1_000_000)]
])("reports a video as stale after the %s of its source changed", (_, change) =>
  inWorld((world) =>
    Effect.gen(function* () {
      const { engine, examined, folder, source } = world
      yield* fillOf(world, source)
      const { mtimeMs } = statSync(source.path)
      change(source.path as string)
      if (statSync(source.path).size !== source.sizeBytes)
        utimesSync(source.path, mtimeMs / 1_000, mtimeMs / 1_000)
      yield* Effect.sleep("1100 millis")
      expect(yield* stateOf(world, source)).toBe("stale")
      expect(yield* Effect.flip(engine.master(source))).toMatchObject({ code: "source-changed" })
      const renewed = yield* examined
      expect(yield* stateOf(world, renewed)).toBe("stale")
      yield* engine.master(renewed)
      expect(yield* stateOf(world, renewed)).toBe("generating")
      expect(segmentsIn(folder)).toEqual([])
      yield* fillOf(world, renewed)
      expect(sidecarOf(folder)).toMatchObject({ sizeBytes: renewed.sizeBytes, mtimeMs: renewed.mtimeMs })
    })
  )
)

it.each([
  ["size", (sidecar: Record<string, unknown>) => ({ ...sidecar, sizeBytes: 1 })],
  ["time", (sidecar: Record<string, unknown>) => ({ ...sidecar, mtimeMs: 1 })],
  ["list of renditions", (sidecar: Record<string, unknown>) => ({ ...sidecar, renditions: [] })]
])("reports a video as stale if its sidecar contains a different %s", (_, change) =>
  inWorld((world) =>
    Effect.gen(function* () {
      const { engine, folder, source } = world
      yield* fillOf(world, source)
      writeFileSync(join(folder, "metadata.json"), JSON.stringify(change(sidecarOf(folder))))
      expect(yield* stateOf(world, source)).toBe("stale")
      yield* engine.master(source)
      expect(yield* stateOf(world, source)).toBe("generating")
      expect(segmentsIn(folder)).toEqual([])
      expect((yield* fillOf(world, source)).segmentsMade).toBe(1)
      expect(yield* stateOf(world, source)).toBe("fresh")
    })
  )
)

it("keeps the existing segments of a video whose sidecar is missing or damaged", () =>
  inWorld((world) =>
    Effect.gen(function* () {
      const { folder, source } = world
      yield* fillOf(world, source)
      for (const damage of [
        () => rmSync(join(folder, "metadata.json")),
        () => writeFileSync(join(folder, "metadata.json"), "{")
      ]) {
        damage()
        expect(yield* stateOf(world, source)).toBe("generating")
        expect((yield* fillOf(world, source)).segmentsMade).toBe(0)
        expect(yield* stateOf(world, source)).toBe("fresh")
      }
    })
  ))

it("reports a video as absent after its cache was invalidated", () =>
  inWorld((world) =>
    Effect.gen(function* () {
      const { engine, source } = world
      yield* fillOf(world, source)
      yield* engine.invalidate(source.id)
      expect(yield* stateOf(world, source)).toBe("absent")
      yield* engine.master(source)
      expect(yield* stateOf(world, source)).toBe("generating")
      expect((yield* fillOf(world, source)).segmentsMade).toBe(1)
    })
  ))

it("reports a video as absent after its folder was deleted, and regenerates it on request", () =>
  inWorld((world) =>
    Effect.gen(function* () {
      const { engine, folder, source } = world
      yield* fillOf(world, source)
      rmSync(folder, { recursive: true })
      expect(yield* stateOf(world, source)).toBe("absent")
      // The segment is served even without a request for the master playlist, because a player may be in the middle of
      // the video.
      expect((yield* engine.segment(source, 96, 0)).kind).toBe("live")
      expect(yield* stateOf(world, source)).toBe("generating")
      expect((yield* fillOf(world, source)).segmentsTotal).toBe(1)
      expect(yield* stateOf(world, source)).toBe("fresh")
    })
  ))

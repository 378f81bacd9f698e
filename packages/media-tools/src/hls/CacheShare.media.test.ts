import type { CacheLimits } from "@media/assets/AssetKind"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import type { MediaRecipe } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { HlsEngine, type HlsSource } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"

const root = mkdtempSync(join(tmpdir(), "hls-share-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const SHORT: MediaRecipe = { seconds: 12, fps: "25", container: "mp4", video: "h264-open", audio: "aac" }
const LONG: MediaRecipe = { ...SHORT, seconds: 120, isFastStart: true }

const probed = (id: string, recipe: MediaRecipe) =>
  Effect.gen(function* () {
    const path = yield* makeMedia(recipe)
    const { mtimeMs, size } = statSync(path)
    const probe = yield* (yield* Ffprobe).probeVideo(path)
    return { id, path, sizeBytes: size, mtimeMs, probe } satisfies HlsSource
  })

/** Creates the engine of one of several processes that share the cache. */
const engineOver = (cacheDir: string, limits: CacheLimits) =>
  Effect.map(Layer.build(Layer.fresh(liveHlsEngine({ cacheDir, limits }))), (context) =>
    HlsEngine.pipe(Effect.provide(context))
  ).pipe(Effect.flatten)

const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof realMediaTools> | Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(realMediaTools)))

const segmentsIn = (cacheDir: string, id: string) =>
  readdirSync(join(cacheDir, id)).filter((name) => name.endsWith(".ts"))

/** Makes the cached video look as if it had last been used eleven minutes ago. */
const age = (cacheDir: string, id: string) => {
  const path = join(cacheDir, id, "generation.json")
  const then = statSync(path).mtimeMs / 1_000 - 660
  utimesSync(path, then, then)
}

const heightOf = (engine: HlsEngine["Type"], source: HlsSource) =>
  Effect.map(engine.describe(source), ({ renditions }) => renditions[0]!.height)

it("does not evict a conversion that runs in another process", async () => {
  const cacheDir = join(root, "fill")
  await run(
    Effect.gen(function* () {
      const long = yield* probed("long", LONG)
      const other = yield* probed("other", SHORT)
      const worker = yield* engineOver(cacheDir, { minFreeBytes: 0 })
      const server = yield* engineOver(cacheDir, { maxBytes: 1_000, minFreeBytes: 0 })
      const fill = yield* Effect.fork(worker.fill(long, () => Effect.void))
      yield* Effect.repeat(Effect.sleep("50 millis"), {
        until: () => existsSync(join(cacheDir, "long")) && segmentsIn(cacheDir, "long").length >= 2
      })
      age(cacheDir, "long")
      yield* server.segment(other, yield* heightOf(server, other), 0)
      expect(segmentsIn(cacheDir, "long").length).toBeGreaterThanOrEqual(2)
      expect((yield* Fiber.join(fill)).segmentsTotal).toBe(12)
    })
  )
  expect(readdirSync(join(cacheDir, "long")).filter((name) => name.startsWith(".busy"))).toEqual([])
})

it("does not evict a cached video that someone is watching", async () => {
  const cacheDir = join(root, "watch")
  await run(
    Effect.gen(function* () {
      const watched = yield* probed("watched", SHORT)
      const left = yield* probed("left", SHORT)
      const other = yield* probed("other", SHORT)
      const worker = yield* engineOver(cacheDir, { minFreeBytes: 0 })
      yield* worker.fill(watched, () => Effect.void)
      yield* worker.fill(left, () => Effect.void)
      const server = yield* engineOver(cacheDir, { maxBytes: 1_000, minFreeBytes: 0 })
      const height = yield* heightOf(server, watched)
      age(cacheDir, "watched")
      age(cacheDir, "left")
      // The engine that made these files would keep its lease for up to 30 s. The test removes the lease immediately.
      for (const id of ["watched", "left"]) {
        for (const name of readdirSync(join(cacheDir, id)).filter((name) => name.startsWith(".busy"))) {
          rmSync(join(cacheDir, id, name))
        }
      }
      expect((yield* server.segment(watched, height, 0, { viewer: "viewer" })).kind).toBe("file")
      yield* server.segment(other, height, 0, { viewer: "second" })
      expect(segmentsIn(cacheDir, "watched").length).toBeGreaterThan(0)
      expect(segmentsIn(cacheDir, "left")).toEqual([])
    })
  )
})

it("stops a conversion that exceeds the cache, but still plays the video", async () => {
  const cacheDir = join(root, "bound")
  await run(
    Effect.gen(function* () {
      const long = yield* probed("long", LONG)
      const tiny = yield* engineOver(cacheDir, { maxBytes: 1_000, minFreeBytes: 0 })
      const refused = yield* Effect.flip(tiny.fill(long, () => Effect.void))
      expect(refused).toMatchObject({ code: "cache-too-small", isTransient: false })
      expect(segmentsIn(cacheDir, "long")).toEqual([])
      expect(yield* tiny.status(long)).toMatchObject({ state: "absent", isTooLarge: true })

      const { bytes } = yield* (yield* engineOver(join(root, "whole"), { minFreeBytes: 0 })).fill(
        long,
        () => Effect.void
      )
      const half = yield* engineOver(cacheDir, { maxBytes: Math.floor(bytes * 0.6), minFreeBytes: 0 })
      const stopped = yield* Effect.flip(half.fill(long, () => Effect.void))
      expect(stopped).toMatchObject({ code: "cache-too-small", isTransient: false })
      expect((yield* half.status(long)).warnings?.[0]).toContain("MEDIA_HLS_CACHE_GIB")
      yield* half.master(long)
      // All segments are playable, including the segment at which the conversion was just stopped.
      for (let n = 0; n < 12; n++) {
        expect((yield* half.segment(long, yield* heightOf(half, long), n)).kind).toBeDefined()
      }

      const enough = yield* engineOver(cacheDir, { maxBytes: bytes * 2, minFreeBytes: 0 })
      yield* enough.fill(long, () => Effect.void)
      expect((yield* enough.status(long)).state).toBe("fresh")
    })
  )
})

it("serves two concurrent first viewers of a video", async () => {
  const cacheDir = join(root, "first")
  await run(
    Effect.gen(function* () {
      const engine = yield* engineOver(cacheDir, { minFreeBytes: 0 })
      for (let i = 0; i < 10; i++) {
        const source = yield* probed(`first-${i}`, SHORT)
        const height = yield* heightOf(engine, source)
        const viewers = ["a", "b", "c"].map((viewer) => engine.segment(source, height, 0, { viewer }))
        expect(yield* Effect.all(viewers, { concurrency: "unbounded" })).toHaveLength(3)
      }
    })
  )
})

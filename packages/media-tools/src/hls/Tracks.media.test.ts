import { type Canvas, discSubtitles } from "@media/testkit/media/BitmapSubtitles"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import type { MediaProcess } from "../MediaProcess.ts"
import { HlsEngine, type HlsSource, type SegmentAnswer } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"
import { bitmapSubtitles, choosableAudio, settledChoice, type TrackChoice } from "./TrackChoice.ts"

const root = mkdtempSync(join(tmpdir(), "hls-tracks-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const CANVAS: Canvas = { width: 320, height: 180 }
const box = { x: 120, y: 150, width: 80, height: 20 }
/** Two subtitles. The second one spans the segment boundary at 10 s. */
const SHOWN = [
  { fromSeconds: 1, toSeconds: 3, ...box },
  { fromSeconds: 8, toSeconds: 12, ...box }
]
/** Two subtitles. The first one ends long before the next begins, and the second one spans a whole segment. */
const STANDING = [
  { fromSeconds: 1, toSeconds: 3, ...box },
  { fromSeconds: 5, toSeconds: 23, ...box }
]
const video = join(root, "two-tracks.mkv")
const broadcast = join(root, "broadcast.ts")
/**
 * Canvas size of a broadcast whose subtitles do not state a canvas size. The encoder in the 2018 build of ffmpeg does
 * not write the size.
 */
const BROADCAST: Canvas = { width: 720, height: 576 }

let next = 0
const cacheDir = () => join(root, `cache-${next++}`)
const run = <A, E>(
  program: Effect.Effect<A, E, HlsEngine | Ffprobe | MediaProcess>,
  folder = cacheDir()
): Promise<A> =>
  Effect.runPromise(
    program.pipe(
      Effect.provide(
        liveHlsEngine({ cacheDir: folder, preset: "ultrafast", limits: { minFreeBytes: 0 } }).pipe(
          Layer.provideMerge(realMediaTools)
        )
      )
    )
  )

/**
 * Creates a black video of 14 s that contains:
 * - two audio tracks: 440 Hz in English and 1,760 Hz in German
 * - two subtitle tracks: one of a disc and one of a DVD
 */
beforeAll(async () => {
  const sup = join(root, "a.sup")
  writeFileSync(sup, discSubtitles(CANVAS, SHOWN))
  await run(
    Effect.gen(function* () {
      yield* ffmpeg(
        ...["-f", "lavfi", "-i", "color=black:s=320x180:r=25:d=14", "-i", sup],
        // The second copy of the input gives each subtitle a duration. Discs instead clear the screen with an empty
        // subtitle, which no encoder accepts.
        ...["-fix_sub_duration", "-i", sup],
        ...["-f", "lavfi", "-i", "sine=f=440:d=14", "-f", "lavfi", "-i", "sine=f=1760:d=14"],
        ...["-map", "0:v", "-map", "3:a", "-map", "4:a", "-map", "1:s", "-map", "2:s"],
        ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-flags", "+cgop", "-c:a", "aac"],
        ...["-c:s:0", "copy", "-c:s:1", "dvdsub"],
        ...["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger"],
        ...["-metadata:s:a:1", "title=Kommentar", "-disposition:a:1", "0", video]
      )
      const broadcastSup = join(root, "b.sup")
      writeFileSync(broadcastSup, discSubtitles(BROADCAST, SHOWN))
      yield* ffmpeg(
        ...["-f", "lavfi", "-i", `color=black:s=${BROADCAST.width}x${BROADCAST.height}:r=25:d=14`],
        ...["-fix_sub_duration", "-i", broadcastSup, "-f", "lavfi", "-i", "sine=f=440:d=14"],
        ...["-map", "0:v", "-map", "2:a", "-map", "1:s"],
        ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-flags", "+cgop", "-c:a", "aac"],
        ...["-c:s", "dvbsub", broadcast]
      )
    })
  )
})

/** Creates a video of 26 s of black with the subtitles of a disc and of a DVD. */
const standing = Effect.gen(function* () {
  const sup = join(root, "standing.sup")
  const path = join(root, "standing.mkv")
  writeFileSync(sup, discSubtitles(CANVAS, STANDING))
  yield* ffmpeg(
    ...["-f", "lavfi", "-i", "color=black:s=320x180:r=25:d=26", "-i", sup],
    ...["-fix_sub_duration", "-i", sup, "-f", "lavfi", "-i", "sine=f=440:d=26"],
    ...["-map", "0:v", "-map", "3:a", "-map", "1:s", "-map", "2:s"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-c:a", "aac", "-c:s:0", "copy"],
    ...["-c:s:1", "dvdsub", path]
  )
  return path
})

/** A subtitle for a sign that is visible for two minutes. */
const SIGN = { fromSeconds: 2, toSeconds: 122, ...box }
const sign = Effect.gen(function* () {
  const sup = join(root, "sign.sup")
  const path = join(root, "sign.mkv")
  writeFileSync(sup, discSubtitles(CANVAS, [SIGN]))
  yield* ffmpeg(
    ...["-f", "lavfi", "-i", "color=black:s=320x180:r=25:d=130", "-i", sup],
    ...["-f", "lavfi", "-i", "sine=f=440:d=130", "-map", "0:v", "-map", "2:a", "-map", "1:s"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-c:a", "aac", "-c:s", "copy", path]
  )
  return path
})

const sourceOf = (id: string, path: string, tracks: TrackChoice = {}) =>
  Effect.gen(function* () {
    const probe = yield* (yield* Ffprobe).probeVideo(path)
    const { mtimeMs, size } = statSync(path)
    return {
      id,
      path,
      sizeBytes: size,
      mtimeMs,
      probe,
      tracks: settledChoice(probe, tracks)!
    } satisfies HlsSource
  })

const bytesOf = (answer: SegmentAnswer) =>
  Effect.promise(async () => {
    if (answer.kind === "file") return readFileSync(answer.path)
    const chunks: Array<Buffer> = []
    for await (const chunk of answer.subscribe()) chunks.push(chunk)
    return Buffer.concat(chunks)
  })

/** Returns both segments in one file. They are requested in the given order. */
const joined = (source: HlsSource, order: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const engine = yield* HlsEngine
    const { renditions } = yield* engine.describe(source)
    const parts: Array<Buffer> = []
    for (const n of order) {
      parts[n] = yield* Effect.flatMap(engine.segment(source, renditions[0]!.height, n), bytesOf)
    }
    const path = join(root, `joined-${next++}.ts`)
    writeFileSync(path, Buffer.concat(Object.values(parts)))
    return { path, height: renditions[0]!.height, mode: renditions[0]!.mode }
  })

/** Returns the frequency of the audio in hertz, by counting the upward zero crossings of the wave. */
const pitch = (path: string) =>
  Effect.map(
    ffmpeg("-i", path, "-map", "0:a", "-ac", "1", "-ar", "48000", "-f", "s16le", "pipe:1"),
    (pcm) => {
      let rises = 0
      for (let at = 2; at + 1 < pcm.length; at += 2) {
        if (pcm.readInt16LE(at - 2) < 0 && pcm.readInt16LE(at) >= 0) rises += 1
      }
      return rises / (pcm.length / 2 / 48_000)
    }
  )

/** Returns the numbers of the frames in which the rectangle is white, as ranges `[first, last]`. */
const whiteFrames = (path: string, { x, y }: { readonly x: number; readonly y: number } = box) =>
  Effect.map(
    ffmpeg(
      ...["-i", path, "-map", "0:v", "-vf", `crop=40:10:${x + 20}:${y + 5},scale=1:1,format=gray`],
      ...["-f", "rawvideo", "pipe:1"]
    ),
    (frames) => {
      const stretches: Array<[number, number]> = []
      for (const [n, luma] of [...frames].entries()) {
        if (luma < 128) continue
        const last = stretches.at(-1)
        if (last?.[1] === n - 1) last[1] = n
        else stretches.push([n, n])
      }
      return { stretches, count: frames.length }
    }
  )

describe("a chosen audio track", () => {
  it("plays only the chosen audio track, without any bytes of the default track", async () => {
    await run(
      Effect.gen(function* () {
        const usual = yield* sourceOf("video", video)
        expect(choosableAudio(usual.probe).map(({ language, title }) => [language, title])).toEqual([
          ["eng", undefined],
          ["ger", "Kommentar"]
        ])
        const english = yield* joined(usual, [1, 0])
        const german = yield* joined(yield* sourceOf("video", video, { audio: 2 }), [1, 0])
        expect(english.mode).toBe("copy")
        expect(german.mode).toBe("copy")
        expect(Math.abs((yield* pitch(english.path)) - 440)).toBeLessThan(15)
        expect(Math.abs((yield* pitch(german.path)) - 1_760)).toBeLessThan(60)
      })
    )
  })

  it("keeps the default track's segments unchanged if a chosen track was requested first", async () => {
    const folder = cacheDir()
    const first = await run(
      Effect.gen(function* () {
        const usual = yield* sourceOf("video", video)
        yield* joined(usual, [1, 0])
        return (yield* (yield* HlsEngine).describe(usual)).generation
      }),
      folder
    )
    await run(
      Effect.gen(function* () {
        yield* joined(yield* sourceOf("video", video, { audio: 2 }), [1, 0])
        const engine = yield* HlsEngine
        const usual = yield* sourceOf("video", video)
        const { generation, renditions } = yield* engine.describe(usual)
        expect(generation).toBe(first)
        expect((yield* engine.segment(usual, renditions[0]!.height, 1)).kind).toBe("file")
      }),
      folder
    )
  })

  it("ignores a chosen track that is the default anyway, and rejects one that does not exist", async () => {
    const { probe } = await run(sourceOf("video", video))
    expect(settledChoice(probe, { audio: 1 })).toEqual({})
    expect(settledChoice(probe, { audio: 0 })).toBeUndefined()
    expect(settledChoice(probe, { audio: 9 })).toBeUndefined()
    expect(settledChoice(probe, { subtitle: 2 })).toBeUndefined()
  })
})

describe("bitmap subtitles", () => {
  it.each([
    ["of a disc, in one run", { subtitle: 3 }, [0, 1]],
    ["of a disc, in a run for each segment", { subtitle: 3 }, [1, 0]],
    ["of a DVD, with another audio track", { subtitle: 4, audio: 2 }, [1, 0]]
  ] as const)("burns in subtitles %s, for exactly their duration", async (_, tracks, order) => {
    await run(
      Effect.gen(function* () {
        const source = yield* sourceOf("video", video, tracks)
        expect(bitmapSubtitles(source.probe).map(({ index }) => index)).toEqual([3, 4])
        const { mode, path } = yield* joined(source, order)
        expect(mode).toBe("encode")
        const { count, stretches } = yield* whiteFrames(path)
        expect(count).toBeGreaterThanOrEqual(350)
        expectStretches(stretches, SHOWN)
        if ("audio" in tracks) expect(Math.abs((yield* pitch(path)) - 1_760)).toBeLessThan(60)
      })
    )
  })

  it.each([
    ["of a disc", { subtitle: 2 }],
    ["of a DVD", { subtitle: 3 }]
  ])("burns in subtitles %s, in a run that begins long after the subtitle", async (_, tracks) => {
    const path = await run(standing)
    await run(
      Effect.gen(function* () {
        const source = yield* sourceOf("standing", path, tracks)
        const { stretches } = yield* whiteFrames((yield* joined(source, [2, 1, 0])).path)
        expectStretches(stretches, STANDING)
      })
    )
  })

  it("burns in a DVD subtitle in a run that begins more than a minute after the subtitle", async () => {
    const path = await run(sign)
    await run(
      Effect.gen(function* () {
        const source = yield* sourceOf("sign", path, { subtitle: 2 })
        const { count, stretches } = yield* whiteFrames((yield* joined(source, [11])).path)
        expect(stretches).toEqual([[0, count - 1]])
      })
    )
  })

  it("burns in the subtitles of a broadcast", async () => {
    await run(
      Effect.gen(function* () {
        const source = yield* sourceOf("broadcast", broadcast)
        const [subtitle] = bitmapSubtitles(source.probe)
        const chosen = yield* sourceOf("broadcast", broadcast, { subtitle: subtitle!.index })
        const { height, path } = yield* joined(chosen, [1, 0])
        const scale = height / BROADCAST.height
        const { stretches } = yield* whiteFrames(path, { x: box.x * scale, y: box.y * scale })
        expectStretches(stretches, SHOWN)
      })
    )
  })
})

/**
 * Expects the subtitles at their frames, with a tolerance of two frames at both ends, because the clocks of subtitles
 * are coarse.
 */
const expectStretches = (found: ReadonlyArray<readonly [number, number]>, shown: typeof SHOWN): void => {
  expect(found).toHaveLength(shown.length)
  for (const [i, [first, last]] of found.entries()) {
    expect(Math.abs(first - shown[i]!.fromSeconds * 25)).toBeLessThanOrEqual(2)
    expect(Math.abs(last + 1 - shown[i]!.toSeconds * 25)).toBeLessThanOrEqual(2)
  }
}

it("stores the segments for chosen tracks in the video's folder and deletes them with it", async () => {
  const folder = cacheDir()
  await run(
    Effect.gen(function* () {
      const engine = yield* HlsEngine
      const source = yield* sourceOf("video", video, { audio: 2 })
      const master = yield* engine.master(source, { token: "secret" })
      expect(master).toContain("180p.m3u8?audio=2&access_token=secret")
      expect(yield* engine.variant(source, 180)).toContain("180p/0.ts?audio=2")
      yield* joined(source, [0])
      expect(existsSync(join(folder, "video", "audio-2", "180p_0.ts"))).toBe(true)
      expect((yield* engine.status(source)).renditions[0]?.segmentsReady).toBeGreaterThanOrEqual(1)
      expect((yield* engine.status(yield* sourceOf("video", video))).renditions[0]?.segmentsReady).toBe(0)
      yield* engine.invalidate("video")
      expect(existsSync(join(folder, "video"))).toBe(false)
      expect((yield* engine.status(source)).state).toBe("absent")
    }),
    folder
  )
})

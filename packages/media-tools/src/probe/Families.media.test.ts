import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import * as Effect from "effect/Effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { inputArgs } from "../InputArguments.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { mainAudio, mainVideo, type ProbeFacts } from "../ProbeFacts.ts"
import { MAX_SECONDS } from "./Bounds.ts"

const root = mkdtempSync(join(tmpdir(), "media-families-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = <A, E>(program: Effect.Effect<A, E, Ffprobe | MediaProcess>) =>
  Effect.runPromise(program.pipe(Effect.provide(realMediaTools)))

const SECONDS = 2
const VIDEO = ["-f", "lavfi", "-i", `testsrc2=s=176x144:r=25:d=${SECONDS}`]
const AUDIO = ["-f", "lavfi", "-i", `sine=r=48000:d=${SECONDS}`]

/** The file name, the encoding options, and ffprobe's names for the video and audio codecs. */
type Family = readonly [name: string, coding: string, video: string, audio: string | undefined]

/** Formats that both the 2018 build of ffmpeg and a current ffmpeg can create. */
const FAMILIES: ReadonlyArray<Family> = [
  ["a.mp4", "-c:v libx264 -preset ultrafast -c:a aac", "h264", "aac"],
  ["a.mkv", "-c:v libx264 -preset ultrafast -c:a pcm_alaw", "h264", "pcm_alaw"],
  ["a.avi", "-c:v mpeg4 -c:a mp2", "mpeg4", "mp2"],
  ["b.avi", "-c:v mjpeg -c:a pcm_s16le", "mjpeg", "pcm_s16le"],
  ["a.mpg", "-c:v mpeg1video -c:a mp2 -f mpeg", "mpeg1video", "mp2"],
  ["a.vob", "-c:v mpeg2video -c:a ac3 -f vob", "mpeg2video", "ac3"],
  ["a.ts", "-c:v mpeg2video -c:a ac3", "mpeg2video", "ac3"],
  ["a.m2ts", "-c:v libx264 -preset ultrafast -c:a ac3 -f mpegts -mpegts_m2ts_mode 1", "h264", "ac3"],
  ["a.flv", "-c:v flv1 -c:a aac", "flv1", "aac"],
  ["a.wmv", "-c:v wmv2 -c:a wmav2", "wmv2", "wmav2"],
  ["a.mov", "-c:v prores -c:a pcm_s16le", "prores", "pcm_s16le"],
  ["a.3gp", "-c:v h263 -c:a aac", "h263", "aac"],
  ["a.m2v", "-an -c:v mpeg2video -b:v 1M -maxrate 1M -bufsize 1M -f mpeg2video", "mpeg2video", undefined],
  ["a.m4v", "-an -c:v mpeg4 -f m4v", "mpeg4", undefined],
  ["a.nut", "-c:v ffv1 -c:a flac -f nut", "ffv1", "flac"]
]

const make = ([name, coding]: Family) => {
  const path = join(root, name)
  return Effect.as(ffmpeg(...VIDEO, ...AUDIO, ...coding.split(" "), path), path)
}

const probe = (path: string) => Effect.flatMap(Ffprobe, (ffprobe) => Effect.either(ffprobe.probeVideo(path)))

/** Decodes frames with ffmpeg, with the same arguments as in production. */
const decodedFrames = (path: string, facts: ProbeFacts) =>
  Effect.flatMap(MediaProcess, (tools) =>
    tools.run({
      tool: "ffmpeg",
      args: [
        ...["-nostdin", "-v", "error", ...inputArgs(path), "-map", `0:${mainVideo(facts)!.index}`],
        ...["-vf", "scale=8:8,format=gray", "-frames:v", "5", "-f", "rawvideo", "pipe:1"]
      ],
      timeoutMs: 20_000
    })
  ).pipe(Effect.map(({ stdout }) => stdout.length / 64))

describe("undamaged files", () => {
  it.each(FAMILIES)("probes and decodes %s (%s)", async (...family) => {
    const [, , video, audio] = family
    await run(
      Effect.gen(function* () {
        const path = yield* make(family)
        const facts = yield* Effect.flatten(probe(path))
        expect([mainVideo(facts)?.codec, mainAudio(facts)?.codec]).toEqual([video, audio])
        expect(Math.abs(facts.durationSeconds - SECONDS)).toBeLessThan(0.2)
        expect(yield* decodedFrames(path, facts)).toBe(5)
      })
    )
  })
})

/** Produces the same numbers on each run. */
const randomNumbers = (seed: number) => {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
}

/**
 * Returns damaged copies of a file: three are truncated, and the others have changed bytes in the first and last
 * kilobytes, which contain the structure.
 */
const hurt = (whole: Buffer, next: () => number): ReadonlyArray<Buffer> => {
  const cut = [100, 1_000, Math.floor(whole.length * 0.6)].map((length) => whole.subarray(0, length))
  const changed = [0, 1, 2].map((i) => {
    const bytes = Buffer.from(whole)
    for (let n = 0; n < 20; n++) {
      const at = i === 2 ? bytes.length - 1 - (next() % 2_000) : next() % 2_000
      if (at >= 0 && at < bytes.length) bytes[at] = next() & 0xff
    }
    return bytes
  })
  return [...cut, ...changed]
}

describe("damaged files", () => {
  it.each(FAMILIES)("returns plausible values or an error for damaged %s (%s)", async (...family) => {
    const next = randomNumbers(42)
    await run(
      Effect.gen(function* () {
        const whole = readFileSync(join(root, family[0]))
        for (const [i, bytes] of hurt(whole, next).entries()) {
          const path = join(root, `hurt-${i}-${family[0]}`)
          writeFileSync(path, bytes)
          const answer = yield* probe(path)
          if (answer._tag === "Left") {
            expect([family[0], i, answer.left._tag]).toEqual([family[0], i, "Unreadable"])
            // The code `io-error` would be wrong here, because it causes endless retries, and the disk is fine.
            expect([family[0], i, answer.left]).not.toMatchObject([family[0], i, { code: "io-error" }])
            continue
          }
          const { durationSeconds, sizeBytes } = answer.right
          expect(durationSeconds).toBeLessThanOrEqual(MAX_SECONDS)
          if (durationSeconds > 3_600) expect(sizeBytes * 8).toBeGreaterThan(durationSeconds * 1_000)
        }
      })
    )
  })
})

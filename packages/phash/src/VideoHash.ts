import { inputArgs, probeInputArgs } from "@media/media-tools/InputArguments"
import type { MediaPath } from "@media/media-tools/MediaPath"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import * as Effect from "effect/Effect"
import { readBmp } from "./Bmp.ts"
import { FRAMES, frameTimes, montage } from "./Montage.ts"
import { hashText, perceptualHash } from "./PerceptualHash.ts"
import { NoHash } from "./PhashErrors.ts"

/** Time limit per frame in ms, as in `GrabFrames`. A frame of a 4K video on a slow network share takes 10 s. */
const WALL_MS = 40_000
const LIMITS = { cpuSeconds: 60, memoryBytes: 2 * 1024 ** 3, fileBytes: 0 }
const NICE = 10
/** Maximum size in bytes of a frame that is 160 pixels wide and as tall as a video can be. */
const MOST_BYTES = 160 * 3 * 16_384

/**
 * Returns the duration that the container declares, in seconds and rounded to hundredths. Existing
 * hashes were computed from frames at times derived from this number. Our own measurement of the
 * duration is more exact, but would select different frames.
 */
const durationOf = (path: MediaPath) =>
  Effect.gen(function* () {
    const tools = yield* MediaProcess
    const { stdout } = yield* tools.run({
      tool: "ffprobe",
      args: [
        ...["-v", "error", "-show_entries", "format=duration", "-of", "default=nw=1:nk=1"],
        ...probeInputArgs(path)
      ],
      timeoutMs: WALL_MS,
      limits: LIMITS,
      nice: NICE,
      maxStdoutBytes: 4_096
    })
    const seconds = Math.round(Number(stdout.toString("latin1").trim()) * 100) / 100
    if (Number.isFinite(seconds) && seconds > 0) return seconds
    return yield* new NoHash({ reason: "The file does not state its duration." })
  })

/**
 * Returns the frame at this time, 160 pixels wide. With the seek option before the input, ffmpeg decodes from the previous key frame. Using
 * only key frames would be four times as fast, but half of the bits of the hash would be wrong.
 */
const frameAt = (path: MediaPath, seconds: number, index: number) =>
  Effect.gen(function* () {
    const tools = yield* MediaProcess
    const { stdout } = yield* tools.run({
      tool: "ffmpeg",
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", "-threads", "1", "-ss", String(seconds)],
        ...inputArgs(path),
        ...["-an", "-sn", "-dn", "-frames:v", "1", "-vf", "scale=160:-2"],
        // Without `bgr24`, ffmpeg would write 32 bits per pixel for a video with transparency.
        ...["-c:v", "bmp", "-pix_fmt", "bgr24", "-f", "rawvideo", "pipe:1"]
      ],
      timeoutMs: WALL_MS,
      limits: LIMITS,
      nice: NICE,
      maxStdoutBytes: MOST_BYTES
    })
    const frame = readBmp(stdout)
    if (frame !== undefined) return frame
    return yield* new NoHash({
      reason:
        index === 0
          ? "The frames that the hash needs cannot be decoded."
          : `The video is too short, or damaged: frame ${index + 1} of ${FRAMES} is missing.`
    })
  })

/**
 * Computes the perceptual hash of a video from 25 frames in one picture, as 16 hexadecimal digits. Takes about 16 CPU
 * seconds for a 1080p file, regardless of its duration. `concurrency` is the number of frames that are decoded at the
 * same time.
 */
export const videoHash = (path: MediaPath, concurrency: number) =>
  Effect.gen(function* () {
    const times = frameTimes(yield* durationOf(path))
    const frames = yield* Effect.forEach(times, (seconds, index) => frameAt(path, seconds, index), {
      concurrency
    })
    return hashText(perceptualHash(montage(frames)))
  })

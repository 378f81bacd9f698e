import { inputArgs, probeInputArgs } from "@media/media-tools/InputArguments"
import type { MediaPath } from "@media/media-tools/MediaPath"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import * as Effect from "effect/Effect"
import { readBmp } from "./Bmp.ts"
import { FRAMES, frameTimes, montage } from "./Montage.ts"
import { hashText, perceptualHash } from "./PerceptualHash.ts"
import { NoHash } from "./PhashErrors.ts"

/** The same limit as in `GrabFrames`: a frame of a 4K video on a slow share takes 10 s; a longer run hangs. */
const WALL_MS = 40_000
const LIMITS = { cpuSeconds: 60, memoryBytes: 2 * 1024 ** 3, fileBytes: 0 }
const NICE = 10
/** 160 pixels wide, and as high as a video can be. */
const MOST_BYTES = 160 * 3 * 16_384

/**
 * Seconds according to the container, in hundredths: the known hashes used times derived from this number. Our own
 * measurements of the length are more exact, and lead to other frames.
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
    return yield* new NoHash({ reason: "The file does not say how long it is." })
  })

/**
 * The frame at that time, 160 pixels wide. Seeking before the input decodes from the previous key frame: using key
 * frames themselves is four times as fast and gives a useless hash (half of the bits differ).
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
        // Without it, a video with transparency gives 32 bits, of which the fourth byte is unused.
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
          ? "No frame of the video can be decoded where the hash needs one."
          : `The video is too short, or damaged: frame ${index + 1} of ${FRAMES} is missing.`
    })
  })

/**
 * The perceptual hash of a video, 16 hexadecimal digits: of 25 frames in one picture. About 16 seconds of CPU for a
 * file of 1080p, whatever its length; `concurrency` frames are decoded at once.
 */
export const videoHash = (path: MediaPath, concurrency: number) =>
  Effect.gen(function* () {
    const times = frameTimes(yield* durationOf(path))
    const frames = yield* Effect.forEach(times, (seconds, index) => frameAt(path, seconds, index), {
      concurrency
    })
    return hashText(perceptualHash(montage(frames)))
  })

import * as Effect from "effect/Effect"
import { isHighDynamicRange, toneMap } from "../hls/VideoGrid.ts"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { type Argument, MediaProcess } from "../MediaProcess.ts"
import type { MediaProcessError } from "../MediaToolErrors.ts"
import type { StreamFacts } from "../ProbeFacts.ts"
import type { FrameSize } from "./FrameSize.ts"

export interface ClipQuestion {
  readonly path: MediaPath
  readonly video: StreamFacts
  readonly size: FrameSize
  /** Length of the video in seconds. */
  readonly duration: number
  /** Path of the clip, which must not exist yet. */
  readonly to: string
}

/** Number of parts in a clip. With `PART_SECONDS`, a clip lasts nine seconds, spread over the whole video. */
const PARTS = 12
const PART_SECONDS = 0.75
/**
 * Minimum length in seconds of a video whose clip has several parts. The clip of a shorter video shows only its
 * beginning.
 */
const LONG_ENOUGH = 30
/**
 * Width in pixels above which a clip has half as many parts, to save CPU. Each part needs its own decoder, which starts
 * at the key frame before the part.
 */
const LARGE = 2_560

const WALL_MS = 5 * 60_000
/** Limits of the tool. A clip of nine seconds takes about 0.5 MB. */
const LIMITS = { cpuSeconds: 600, memoryBytes: 4 * 1024 ** 3, fileBytes: 64 * 1024 ** 2 }
const NICE = 15
const MOST_FRAMES_PER_SECOND = 30

export interface ClipPart {
  readonly from: number
  readonly seconds: number
}

/** Returns the parts of the video that a clip shows. */
export const clipParts = (duration: number, width: number): ReadonlyArray<ClipPart> => {
  const length = PARTS * PART_SECONDS
  if (duration < LONG_ENOUGH) return [{ from: 0, seconds: Math.min(length, Math.max(0.1, duration)) }]
  const count = width > LARGE ? PARTS / 2 : PARTS
  // Skips the opening titles, and the end, which would spoil the plot.
  return Array.from({ length: count }, (_, index) => ({
    from: duration * (0.06 + (0.86 * index) / count),
    seconds: length / count
  }))
}

const rateOf = ({ averageFrameRate, frameRate }: StreamFacts): string => {
  const rate = averageFrameRate ?? frameRate
  if (rate === undefined || rate.num < 1 || rate.den < 1) return "25"
  const halves = Math.ceil(rate.num / rate.den / (MOST_FRAMES_PER_SECOND + 0.5))
  return `${rate.num}/${rate.den * halves}`
}

const chainOf = (video: StreamFacts, size: FrameSize, isToneMapped: boolean): string =>
  [
    ...(["tt", "bb", "tb", "bt"].includes(video.fieldOrder ?? "")
      ? ["bwdif=mode=send_frame:deint=interlaced"]
      : []),
    `fps=${rateOf(video)}`,
    `scale=${size.width}:${size.height}:flags=area`,
    ...(isToneMapped ? [toneMap(video)] : []),
    "setsar=1,format=yuv420p,setpts=PTS-STARTPTS"
  ].join(",")

const argumentsOf = (
  { path, size, to, video }: ClipQuestion,
  parts: ReadonlyArray<ClipPart>,
  isToneMapped: boolean
): ReadonlyArray<Argument> => {
  const chain = chainOf(video, size, isToneMapped)
  const chains = parts.map((_, index) => `[${index}:${video.index}]${chain}[v${index}]`)
  const names = parts.map((_, index) => `[v${index}]`).join("")
  return [
    ...["-hide_banner", "-nostdin", "-v", "error"],
    ...parts.flatMap(({ from, seconds }): ReadonlyArray<Argument> => [
      ...["-threads", "1", "-ss", from.toFixed(3), "-t", seconds.toFixed(3)],
      ...inputArgs(path)
    ]),
    ...["-filter_complex", [...chains, `${names}concat=n=${parts.length}:v=1:a=0[v]`].join(";")],
    ...["-map", "[v]", "-an", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"],
    // Measured for 12 x 0.75 s at 640 pixels: `veryfast` takes 3.4 CPU s and 294 KB, and `slow` takes 5.3 CPU s.
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "26", "-profile:v", "main", "-threads", "2"],
    ...["-movflags", "+faststart", "-f", "mp4", { file: to }]
  ]
}

/**
 * Creates a short silent clip of a video: H.264 in MP4, upright and with square pixels. If that fails for parts from
 * the whole video, the clip shows only the first seconds.
 */
export const makeClip = (
  question: ClipQuestion
): Effect.Effect<ReadonlyArray<ClipPart>, MediaProcessError, MediaProcess> => {
  const run = (parts: ReadonlyArray<ClipPart>, isToneMapped: boolean) =>
    Effect.flatMap(MediaProcess, (tools) =>
      tools.run({
        tool: "ffmpeg",
        args: ["-y", ...argumentsOf(question, parts, isToneMapped)],
        timeoutMs: WALL_MS,
        limits: LIMITS,
        nice: NICE
      })
    ).pipe(Effect.as(parts))
  const parts = clipParts(question.duration, question.video.width ?? 0)
  const isHdr = isHighDynamicRange(question.video)
  const first = run(parts, isHdr)
  const plain = isHdr ? Effect.catchTag(first, "MediaProcessFailed", () => run(parts, false)) : first
  const beginning = [{ from: 0, seconds: PARTS * PART_SECONDS }]
  return (
    parts.length === 1 ? plain : Effect.catchTag(plain, "MediaProcessFailed", () => run(beginning, false))
  ).pipe(Effect.withSpan("media.makeClip"))
}

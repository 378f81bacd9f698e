import * as Effect from "effect/Effect"
import { isHighDynamicRange, toneMap } from "../hls/VideoGrid.ts"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { type Argument, MediaProcess } from "../MediaProcess.ts"
import type { MediaProcessError } from "../MediaToolErrors.ts"
import type { StreamFacts } from "../ProbeFacts.ts"
import type { FrameSize } from "./FrameSize.ts"

/** A decoded frame: `width * height * 3` bytes, RGB, line by line. */
export interface GrabbedFrame extends FrameSize {
  readonly data: Buffer
}

export interface GrabQuestion {
  readonly path: MediaPath
  readonly video: StreamFacts
  readonly size: FrameSize
  /** From the beginning; 0 does not seek. */
  readonly seconds: number
  /** Maximum number of frames. */
  readonly count: number
  /**
   * Only key frames after that time, which is cheap and yields frames seconds apart. Otherwise consecutive frames from
   * exactly there.
   */
  readonly isKeyFrames: boolean
}

/**
 * Wall clock limit, for disks that do not answer. The decoder's limit is its CPU time, which a busy machine does not
 * change.
 */
const WALL_MS = 5 * 60_000
const LIMITS = { cpuSeconds: 60, memoryBytes: 2 * 1024 ** 3, fileBytes: 0 }
/** Yields to scans and viewers. */
const NICE = 10

/**
 * `setpts` numbers frames that are seconds apart, so that nothing is repeated to fill the gaps, in ffmpeg of 2018 to 8
 * alike.
 */
const chainOf = ({ size: { height, width }, video }: GrabQuestion, isToneMapped: boolean): string =>
  [
    ...(isToneMapped ? [toneMap(video)] : []),
    `scale=${width}:${height}:flags=area`,
    "setsar=1",
    "settb=1/25",
    "setpts=N"
  ].join(",")

const argumentsOf = (question: GrabQuestion, isToneMapped: boolean): ReadonlyArray<Argument> => [
  ...["-hide_banner", "-nostdin", "-v", "error", "-threads", "1"],
  ...(question.isKeyFrames ? ["-skip_frame", "nokey"] : []),
  ...(question.seconds > 0 ? ["-ss", question.seconds.toFixed(3)] : []),
  ...inputArgs(question.path),
  ...["-map", `0:${question.video.index}`, "-an", "-sn", "-dn", "-frames:v", String(question.count)],
  ...["-vf", chainOf(question, isToneMapped), "-r", "25"],
  ...["-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"]
]

/**
 * Frames of a video, upright and in the given size. Fewer than requested if there are no more. Tone-mapped if the video
 * is HDR and this ffmpeg supports it.
 */
export const grabFrames = (
  question: GrabQuestion
): Effect.Effect<ReadonlyArray<GrabbedFrame>, MediaProcessError, MediaProcess> => {
  const bytes = question.size.width * question.size.height * 3
  const run = (isToneMapped: boolean) =>
    Effect.flatMap(MediaProcess, (tools) =>
      tools.run({
        tool: "ffmpeg",
        args: argumentsOf(question, isToneMapped),
        timeoutMs: WALL_MS,
        limits: LIMITS,
        nice: NICE,
        maxStdoutBytes: bytes * question.count
      })
    )
  const ran = isHighDynamicRange(question.video)
    ? Effect.catchTag(run(true), "MediaProcessFailed", () => run(false))
    : run(false)
  return Effect.map(ran, ({ stdout }) =>
    Array.from({ length: Math.floor(stdout.length / bytes) }, (_, index) => ({
      ...question.size,
      data: stdout.subarray(index * bytes, (index + 1) * bytes)
    }))
  ).pipe(Effect.withSpan("media.grabFrames"))
}

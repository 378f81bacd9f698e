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
  /** Offset from the beginning in seconds. 0 does not seek. */
  readonly seconds: number
  /** Maximum number of frames. */
  readonly count: number
  /**
   * True to grab only key frames after `seconds`, which is cheap and yields frames seconds apart. Otherwise consecutive
   * frames are grabbed, starting exactly at `seconds`.
   */
  readonly isKeyFrames: boolean
}

/**
 * Wall clock limit in milliseconds, for disks that stop responding. Decoding is limited by CPU time, which does not
 * depend on how busy the machine is.
 */
const WALL_MS = 5 * 60_000
const LIMITS = { cpuSeconds: 60, memoryBytes: 2 * 1024 ** 3, fileBytes: 0 }
/** Nice value that gives scans and viewers priority. */
const NICE = 10

/**
 * Builds the filters. `setpts` numbers the frames, which may be seconds apart, so that ffmpeg repeats no frame to fill
 * the gaps. This works with all versions of ffmpeg from the 2018 build to version 8.
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
 * Grabs frames of a video, upright and in the given size. Returns fewer frames than requested if the video ends.
 * Tone-maps HDR video if this ffmpeg supports tone mapping.
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

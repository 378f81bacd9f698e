import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { isHighDynamicRange, toneMap } from "../hls/VideoGrid.ts"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { type Argument, MediaProcess } from "../MediaProcess.ts"
import { MediaProcessFailed, type MediaProcessError } from "../MediaToolErrors.ts"
import type { StreamFacts } from "../ProbeFacts.ts"
import type { FrameSize } from "./FrameSize.ts"

/**
 * A request for one frame per interval of a video. Cell k shows the first frame at or after `from + k * interval`
 * seconds.
 */
export interface CellQuestion {
  readonly path: MediaPath
  readonly video: StreamFacts
  readonly size: FrameSize
  /** Length of each interval in seconds. */
  readonly interval: number
  /** Start of the first interval, in seconds from the beginning. 0 does not seek. */
  readonly from: number
  /** Maximum number of cells. */
  readonly count: number
  /** True to decode only key frames. An hour of 1080p then takes 6 to 40 CPU s instead of 530. */
  readonly isKeyFrames: boolean
}

export interface Cell {
  readonly index: number
  /** `width * height * 3` bytes, RGB. */
  readonly data: Buffer
  /**
   * True if the frame is byte for byte the same as the previous one. This hardly ever happens by chance. It means that
   * the interval contains no frame, so ffmpeg repeated the previous one.
   */
  readonly isRepeated: boolean
}

/** Maximum time without output in milliseconds. Even sleeping disks and slow shares deliver data faster. */
const SILENCE_MS = 120_000
/** Limits of the tool, enough to decode every frame of 24 hours of 4K on a slow machine. */
const LIMITS = { cpuSeconds: 24 * 3600, memoryBytes: 3 * 1024 ** 3, fileBytes: 0 }
/** Nice value that gives scans, posters and viewers priority. */
const NICE = 15
/**
 * Tolerance in seconds, because containers round times. Without it, the frame at the start of a cell could fall into
 * the previous cell.
 */
const ROUNDING = 0.05

/**
 * True if the cell is so small that one field of an interlaced frame is enough. A whole frame would show combing,
 * because its two fields were recorded at different times.
 */
const isOneFieldEnough = (video: StreamFacts, size: FrameSize): boolean =>
  ["tt", "bb", "tb", "bt"].includes(video.fieldOrder ?? "") &&
  (video.height ?? 0) >= 2 * Math.max(size.height, size.width)

/** Scales the frame before tone mapping, so that tone mapping handles only 1/30 of the pixels. */
export const smallFrame = (video: StreamFacts, size: FrameSize, isToneMapped: boolean): string =>
  [
    ...(isOneFieldEnough(video, size) ? ["field=top"] : []),
    `scale=${size.width}:${size.height}:flags=area`,
    "setsar=1",
    ...(isToneMapped ? [toneMap(video)] : [])
  ].join(",")

/**
 * Builds the filters. The first frame of each interval gets the number of its cell as its time stamp, and `fps=1`
 * repeats the previous frame over gaps. Frame k of the output is therefore cell k, both in the 2018 build of ffmpeg and
 * in ffmpeg 5.1. Without adding 0.4 to the time stamps, the last frame would be lost.
 */
const chainOf = ({ count, interval, size, video }: CellQuestion, isToneMapped: boolean): string => {
  const cell = (time: string) => `floor((${time}+${ROUNDING})/${interval})`
  return [
    `select='lt(${cell("t")},${count})*(isnan(prev_selected_t)+gt(${cell("t")},${cell("prev_selected_t")}))'`,
    `setpts='(max(0,${cell("T")})+0.4)/TB'`,
    "fps=1:start_time=0:eof_action=pass",
    smallFrame(video, size, isToneMapped)
  ].join(",")
}

const argumentsOf = (question: CellQuestion, isToneMapped: boolean): ReadonlyArray<Argument> => [
  ...["-hide_banner", "-nostdin", "-v", "error", "-threads", "1"],
  ...(question.isKeyFrames ? ["-skip_frame", "nokey"] : []),
  ...(question.from > 0 ? ["-ss", question.from.toFixed(3)] : []),
  ...["-t", (question.count * question.interval).toFixed(3)],
  ...inputArgs(question.path),
  ...["-map", `0:${question.video.index}`, "-an", "-sn", "-dn", "-frames:v", String(question.count)],
  ...["-vf", chainOf(question, isToneMapped), "-r", "1"],
  ...["-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"]
]

/** Splits the stream into frames of `bytes` bytes and drops a trailing partial frame. */
async function* wholeFrames(stream: Readable, bytes: number): AsyncGenerator<Buffer> {
  let frame = Buffer.allocUnsafe(bytes)
  let filled = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(bytes - filled, chunk.length - at)
      chunk.copy(frame, filled, at, at + taken)
      filled += taken
      at += taken
      if (filled < bytes) continue
      yield frame
      frame = Buffer.allocUnsafe(bytes)
      filled = 0
    }
  }
}

const onePass = <E, R>(
  question: CellQuestion,
  isToneMapped: boolean,
  onCell: (cell: Cell) => Effect.Effect<void, E, R>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const tools = yield* MediaProcess
      const running = yield* tools.stream({
        tool: "ffmpeg",
        args: argumentsOf(question, isToneMapped),
        silenceMs: SILENCE_MS,
        limits: LIMITS,
        nice: NICE
      })
      const frames = wholeFrames(running.stdout, question.size.width * question.size.height * 3)
      let index = 0
      let before: Buffer | undefined
      for (;;) {
        // If the tool hangs or fails, its exit reports the reason. The earlier frames are used.
        const next = yield* Effect.promise(() => frames.next().catch(() => ({ done: true }) as const))
        if (next.done === true) break
        const data: Buffer = next.value
        yield* onCell({ index, data, isRepeated: before?.equals(data) === true })
        before = data
        index += 1
      }
      return { cells: index, exit: yield* Effect.either(running.exit) }
    })
  )

/**
 * Decodes a video once and calls `onCell` for each frame as it arrives. Returns the number of frames, which is lower
 * than requested if the video ends early or is damaged from some point on. Tone-maps HDR video if this ffmpeg supports
 * tone mapping.
 */
export const eachCell = <E, R>(
  question: CellQuestion,
  onCell: (cell: Cell) => Effect.Effect<void, E, R>
): Effect.Effect<number, E | MediaProcessError, R | MediaProcess> =>
  Effect.gen(function* () {
    const isHdr = isHighDynamicRange(question.video)
    const first = yield* onePass(question, isHdr, onCell)
    const { cells, exit } = first.cells === 0 && isHdr ? yield* onePass(question, false, onCell) : first
    // Decoding a damaged video fails at the damage, and the frames before the damage are usable. A killed tool is an
    // error.
    if (exit._tag === "Left" && (cells === 0 || !isFault(exit.left))) return yield* exit.left
    return cells
  }).pipe(Effect.withSpan("media.eachCell"))

/** True if ffmpeg failed because the video is damaged or cannot be decoded, and was not killed. */
export const isFault = (error: unknown): boolean =>
  error instanceof MediaProcessFailed && error.signal === null

import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { isHighDynamicRange, toneMap } from "../hls/VideoGrid.ts"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { type Argument, MediaProcess } from "../MediaProcess.ts"
import { MediaProcessFailed, type MediaProcessError } from "../MediaToolErrors.ts"
import type { StreamFacts } from "../ProbeFacts.ts"
import type { FrameSize } from "./FrameSize.ts"

/** One frame for each stretch of `interval` seconds: cell k is the first frame from `from + k * interval` on. */
export interface CellQuestion {
  readonly path: MediaPath
  readonly video: StreamFacts
  readonly size: FrameSize
  /** Seconds. */
  readonly interval: number
  /** Seconds from the beginning; 0 does not seek. */
  readonly from: number
  /** Maximum number of cells. */
  readonly count: number
  /** Decodes only key frames: 6 to 40 CPU s for an hour of 1080p instead of 530. */
  readonly isKeyFrames: boolean
}

export interface Cell {
  readonly index: number
  /** `width * height * 3` bytes, RGB. */
  readonly data: Buffer
  /**
   * True if it is byte for byte equal to the previous frame. That hardly ever happens by chance, so its stretch
   * contains no frame.
   */
  readonly isRepeated: boolean
}

/** Sleeping disks and slow shares deliver data within this time. */
const SILENCE_MS = 120_000
/** Enough to decode every frame of a day of 4K on a slow machine. */
const LIMITS = { cpuSeconds: 24 * 3600, memoryBytes: 3 * 1024 ** 3, fileBytes: 0 }
/** Yields to scans, posters and viewers. */
const NICE = 15
/**
 * Seconds. Containers round times, and a frame that begins a cell by its number must not fall into the previous cell.
 */
const ROUNDING = 0.05

/** Two fields of different moments in one frame show as combing. At the size of a cell, one field is enough. */
const isOneFieldEnough = (video: StreamFacts, size: FrameSize): boolean =>
  ["tt", "bb", "tb", "bt"].includes(video.fieldOrder ?? "") &&
  (video.height ?? 0) >= 2 * Math.max(size.height, size.width)

/** Scaled before tone mapping, which then handles 1/30 of the pixels. */
export const smallFrame = (video: StreamFacts, size: FrameSize, isToneMapped: boolean): string =>
  [
    ...(isOneFieldEnough(video, size) ? ["field=top"] : []),
    `scale=${size.width}:${size.height}:flags=area`,
    "setsar=1",
    ...(isToneMapped ? [toneMap(video)] : [])
  ].join(",")

/**
 * The first frame of each stretch gets its number as time stamp, and `fps=1` repeats the previous frame over gaps:
 * frame k of the output is cell k, in ffmpeg of 2018 and 5.1 alike. Without the 0.4 the last frame would be lost.
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
        // A hung or broken tool is reported by its exit; its earlier frames count.
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
 * Decodes a video once and calls `onCell` for each frame as it arrives; returns the number of frames. Fewer than
 * requested if the video ends early or is damaged from some point on. Tone-mapped if the video is HDR and this ffmpeg
 * supports it.
 */
export const eachCell = <E, R>(
  question: CellQuestion,
  onCell: (cell: Cell) => Effect.Effect<void, E, R>
): Effect.Effect<number, E | MediaProcessError, R | MediaProcess> =>
  Effect.gen(function* () {
    const isHdr = isHighDynamicRange(question.video)
    const first = yield* onePass(question, isHdr, onCell)
    const { cells, exit } = first.cells === 0 && isHdr ? yield* onePass(question, false, onCell) : first
    // A damaged video fails at the damage, and the frames before it are good. A killed tool is a different matter.
    if (exit._tag === "Left" && (cells === 0 || !isFault(exit.left))) return yield* exit.left
    return cells
  }).pipe(Effect.withSpan("media.eachCell"))

/** The tool stopped because of damage or something it cannot decode. */
export const isFault = (error: unknown): boolean =>
  error instanceof MediaProcessFailed && error.signal === null

import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { isHighDynamicRange, toneMap } from "../hls/VideoGrid.ts"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { type Argument, MediaProcess } from "../MediaProcess.ts"
import { MediaProcessFailed, type MediaProcessError } from "../MediaToolErrors.ts"
import type { StreamFacts } from "../ProbeFacts.ts"
import type { FrameSize } from "./FrameSize.ts"

/** One frame for each stretch of `interval` seconds: cell k is the first one from `from + k * interval` on. */
export interface CellQuestion {
  readonly path: MediaPath
  readonly video: StreamFacts
  readonly size: FrameSize
  /** Seconds. */
  readonly interval: number
  /** Seconds from the beginning; 0 does not seek. */
  readonly from: number
  /** Cells behind this many are not asked for. */
  readonly count: number
  /** Only key frames are decoded: 6 to 40 CPU s for an hour of 1080p instead of 530. */
  readonly isKeyFrames: boolean
}

export interface Cell {
  readonly index: number
  /** `width * height * 3` bytes, RGB. */
  readonly data: Buffer
  /** Byte for byte the one before: hardly ever by chance, so no frame was seen in its stretch. */
  readonly isRepeated: boolean
}

/** A disk that sleeps or a share that is slow still gives something within this time. */
const SILENCE_MS = 120_000
/** A day of 4K, every frame decoded, on a slow machine. */
const LIMITS = { cpuSeconds: 24 * 3600, memoryBytes: 3 * 1024 ** 3, fileBytes: 0 }
/** Behind scans, posters and viewers. */
const NICE = 15
/** Containers round times: what begins a cell by its frame number must not fall into the one before. Seconds. */
const ROUNDING = 0.05

/** Two fields of different moments in one frame show as combs; one of them is enough at the size of a cell. */
const isOneFieldEnough = (video: StreamFacts, size: FrameSize): boolean =>
  ["tt", "bb", "tb", "bt"].includes(video.fieldOrder ?? "") &&
  (video.height ?? 0) >= 2 * Math.max(size.height, size.width)

/** Scaled before tones are mapped: that is 1/30 of the pixels. */
export const smallFrame = (video: StreamFacts, size: FrameSize, isToneMapped: boolean): string =>
  [
    ...(isOneFieldEnough(video, size) ? ["field=top"] : []),
    `scale=${size.width}:${size.height}:flags=area`,
    "setsar=1",
    ...(isToneMapped ? [toneMap(video)] : [])
  ].join(",")

/**
 * The first frame of each stretch gets its number for a time, and `fps=1` repeats the frame before over gaps: frame k of
 * the output is cell k, in ffmpeg of 2018 and 5.1 alike. Without the 0.4 the last frame would be lost at the end.
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

/** Whole frames of so many bytes. What is left at the end is no frame. */
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
        // A hung or broken tool tells by its exit; what it gave before counts.
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
 * One decoding pass over a video, `onCell` for each frame as it comes; answers how many came. Fewer than asked for where
 * the video ends early or is damaged from there on. Tone-mapped when it is HDR and this ffmpeg can do it.
 */
export const eachCell = <E, R>(
  question: CellQuestion,
  onCell: (cell: Cell) => Effect.Effect<void, E, R>
): Effect.Effect<number, E | MediaProcessError, R | MediaProcess> =>
  Effect.gen(function* () {
    const isHdr = isHighDynamicRange(question.video)
    const first = yield* onePass(question, isHdr, onCell)
    const { cells, exit } = first.cells === 0 && isHdr ? yield* onePass(question, false, onCell) : first
    // A damaged video fails at its damage: the frames before are good. A killed tool is no such thing.
    if (exit._tag === "Left" && (cells === 0 || !isFault(exit.left))) return yield* exit.left
    return cells
  }).pipe(Effect.withSpan("media.eachCell"))

/** The tool gave up by itself: at damage, or at what it cannot decode. */
export const isFault = (error: unknown): boolean =>
  error instanceof MediaProcessFailed && error.signal === null

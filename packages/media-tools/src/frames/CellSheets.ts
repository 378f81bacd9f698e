import * as Effect from "effect/Effect"
import type { MediaPath } from "../MediaPath.ts"
import type { MediaProcess } from "../MediaProcess.ts"
import type { MediaProcessError } from "../MediaToolErrors.ts"
import type { StreamFacts } from "../ProbeFacts.ts"
import { type Cell, eachCell, isFault } from "./CellFrames.ts"
import { completeGroup } from "./CellGroup.ts"
import type { FrameSize } from "./FrameSize.ts"
import { grabFrames } from "./GrabFrames.ts"

export interface SheetQuestion {
  readonly path: MediaPath
  readonly video: StreamFacts
  readonly size: FrameSize
  /** Seconds that each cell covers. */
  readonly interval: number
  /** Number of cells in the whole video. */
  readonly cells: number
  readonly cellsPerSheet: number
  /** The first sheet to create. Earlier sheets already exist. */
  readonly firstSheet: number
}

/** The cells of one sheet, all filled. */
export interface SheetFrames {
  readonly index: number
  readonly frames: ReadonlyArray<Buffer>
}

interface Group {
  readonly frames: Array<Buffer | undefined>
  readonly isSeen: Array<boolean>
}

/** Fills empty cells with the previous frame. Empty cells at the beginning get the next frame. */
const withoutHoles = (frames: ReadonlyArray<Buffer | undefined>): ReadonlyArray<Buffer> => {
  const first = frames.find((frame) => frame !== undefined)
  if (first === undefined) return []
  let shown = first
  return frames.map((frame) => (shown = frame ?? shown))
}

/** Drops the empty cells after the last frame, because a file may end before its claimed length. */
const untilLast = (frames: ReadonlyArray<Buffer | undefined>) =>
  frames.slice(0, frames.findLastIndex((frame) => frame !== undefined) + 1)

/** Returns true if the video still has a frame at the time of the last cell. */
const isThere = (question: SheetQuestion) =>
  grabFrames({
    ...question,
    seconds: (question.cells - 1) * question.interval,
    count: 1,
    isKeyFrames: false
  }).pipe(
    Effect.map((frames) => frames.length > 0),
    Effect.catchAll((failure) => (isFault(failure) ? Effect.succeed(false) : Effect.fail(failure)))
  )

/**
 * Creates the cells of a video, sheet by sheet, from one pass over its key frames. Each cell is the first key frame of
 * its interval. If the interval contains no key frame, the cell is the frame at the exact start of the interval.
 * Decoding pauses while `onSheet` runs. Returns the number of cells, which is lower than requested if the video ends
 * early.
 */
export const eachSheet = <E, R>(
  question: SheetQuestion,
  onSheet: (sheet: SheetFrames) => Effect.Effect<void, E, R>,
  onCell: (cell: number) => Effect.Effect<void>
): Effect.Effect<number, E | MediaProcessError, R | MediaProcess> =>
  Effect.gen(function* () {
    const { cellsPerSheet, interval } = question
    const firstCell = question.firstSheet * cellsPerSheet
    const total = question.cells - firstCell
    const groups = Math.ceil(total / cellsPerSheet)
    let group: Group = { frames: [], isSeen: [] }
    let done = 0
    let keyFrames = 0
    let cells = firstCell

    const finishGroup = (isLast: boolean) =>
      Effect.gen(function* () {
        const { frames, isSeen } = group
        group = { frames: [], isSeen: [] }
        const start = done * cellsPerSheet
        const count = Math.min(cellsPerSheet, total - start)
        const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !isSeen[index])
        while (frames.length < count) frames.push(undefined)
        const part = {
          ...question,
          from: (firstCell + start) * interval,
          count,
          isKeyFrames: false
        }
        const keyGap = ((start + count) * interval) / Math.max(1, keyFrames)
        if (missing.length > 0) yield* completeGroup(part, { frames, missing }, keyGap)
        const whole = withoutHoles(isLast ? untilLast(frames) : frames)
        if (whole.length === 0) return false
        yield* onSheet({ index: question.firstSheet + done, frames: whole })
        done += 1
        cells += whole.length
        return whole.length === count
      })

    const take = (data: Buffer, isSeen: boolean) =>
      Effect.gen(function* () {
        group.frames.push(data)
        group.isSeen.push(isSeen)
        if (isSeen) keyFrames += 1
        if (group.frames.length === cellsPerSheet) yield* finishGroup(false)
      })
    // Repeated frames are counted only if another frame follows them, because the 2018 build of ffmpeg repeats the last
    // frame after the end of the file.
    let last: Buffer | undefined
    let repeated = 0
    const takeRepeated = Effect.gen(function* () {
      for (; last !== undefined && repeated > 0; repeated -= 1) yield* take(last, false)
    })
    const onKeyFrame = ({ data, index, isRepeated }: Cell) =>
      Effect.gen(function* () {
        yield* onCell(firstCell + index + 1)
        if (isRepeated) {
          repeated += 1
          return
        }
        yield* takeRepeated
        last = data
        yield* take(data, true)
      })

    const pass = { ...question, from: firstCell * interval, count: total, isKeyFrames: true }
    // If the video is damaged or its key frames cannot be decoded alone, the missing cells are decoded frame by frame.
    yield* eachCell(pass, onKeyFrame).pipe(
      Effect.catchAll((failure) => (isFault(failure) ? Effect.void : Effect.fail(failure)))
    )
    if (repeated > 0 && (yield* isThere(question))) yield* takeRepeated
    while (done < groups) if (!(yield* finishGroup(true))) break
    return cells
  }).pipe(Effect.withSpan("media.eachSheet"))

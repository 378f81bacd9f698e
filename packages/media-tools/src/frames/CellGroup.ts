import * as Effect from "effect/Effect"
import type { MediaProcess } from "../MediaProcess.ts"
import type { MediaProcessError } from "../MediaToolErrors.ts"
import { type CellQuestion, eachCell } from "./CellFrames.ts"
import { grabFrames } from "./GrabFrames.ts"

/** The cells of one sheet after the pass over the key frames, which may have left some cells empty. */
export interface CellGroup {
  /** Undefined for cells that have no frame yet. */
  readonly frames: Array<Buffer | undefined>
  /** Cells whose interval contains no key frame. They show the previous frame, or no frame. */
  readonly missing: ReadonlyArray<number>
}

/**
 * Number of missing cells that are decoded as a sample. If every sample is empty or repeats an existing frame, as in a
 * slide or a black end, the remaining cells are not decoded.
 */
const SAMPLES = 3
/**
 * Assumed maximum time between key frames, in seconds. Encoders rarely place them further apart. Longer gaps usually
 * mean that the decoder skipped key frames (open groups).
 */
const LONGEST_GAP = 12
/** Mean difference, out of 255, below which two pictures look the same. Encoding alone causes about 1. */
const ALIKE = 2

const difference = (a: Buffer, b: Buffer): number => {
  let sum = 0
  for (let at = 0; at < a.length; at += 3) sum += Math.abs(a[at]! - b[at]!)
  return (sum * 3) / a.length
}

const samplesOf = (missing: ReadonlyArray<number>): ReadonlyArray<number> => [
  ...new Set(
    Array.from({ length: SAMPLES }, (_, n) => missing[Math.floor(((n + 0.5) * missing.length) / SAMPLES)]!)
  )
]

/**
 * Fills the cells whose interval contains no key frame with the frames at the exact start of their intervals. Each
 * frame is decoded from the key frame before it. If decoding all frames of the group in one pass is less work, one pass
 * is used instead. `keyGap` is the time between key frames in seconds.
 */
export const completeGroup = (
  question: CellQuestion,
  { frames, missing }: CellGroup,
  keyGap: number
): Effect.Effect<void, MediaProcessError, MediaProcess> =>
  Effect.gen(function* () {
    const fill = (index: number) =>
      Effect.gen(function* () {
        const seconds = question.from + index * question.interval
        const [frame] = yield* grabFrames({ ...question, seconds, count: 1, isKeyFrames: false }).pipe(
          // No frame can be decoded at a damaged position.
          Effect.catchTag("MediaProcessFailed", (failure) =>
            failure.signal === null ? Effect.succeed([]) : Effect.fail(failure)
          )
        )
        if (frame === undefined) return "nothing" as const
        const shown = frames[index]
        const isAlike = shown !== undefined && difference(shown, frame.data) < ALIKE
        frames[index] = frame.data
        return isAlike ? ("alike" as const) : ("other" as const)
      })
    const samples = samplesOf(missing)
    const seen = yield* Effect.forEach(samples, fill)
    if (!seen.includes("other")) return
    const rest = missing.filter((index) => !samples.includes(index))
    // Starting the tool costs about as much as decoding one second.
    if (rest.length * (Math.min(keyGap, LONGEST_GAP) / 2 + 1) < frames.length * question.interval) {
      yield* Effect.forEach(rest, fill, { discard: true })
      return
    }
    yield* eachCell({ ...question, isKeyFrames: false }, ({ data, index }) =>
      Effect.sync(() => void (frames[index] = data))
    )
  })

import * as Effect from "effect/Effect"
import type { MediaProcess } from "../MediaProcess.ts"
import type { MediaProcessError } from "../MediaToolErrors.ts"
import { type CellQuestion, eachCell } from "./CellFrames.ts"
import { grabFrames } from "./GrabFrames.ts"

/** Cells that belong on one sheet, as far as the pass over key frames filled them. */
export interface CellGroup {
  /** Undefined for cells that have no frame yet. */
  readonly frames: Array<Buffer | undefined>
  /** Cells whose own stretch contains no key frame: they show the previous frame, or nothing. */
  readonly missing: ReadonlyArray<number>
}

/**
 * Number of cells checked first. If they are empty or show what exists already (a slide, a black end), so do the
 * others.
 */
const SAMPLES = 3
/** Seconds: encoders rarely place key frames further apart. Some decoders skip key frames (open groups). */
const LONGEST_GAP = 12
/** Mean difference, out of 255, of two pictures that look the same; encoding alone makes about 1. */
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
 * Fills the stretches without a key frame with frames from exactly their beginning: one by one, each decoded from the
 * key frame before it, or with a full decoding pass if that is less work. `keyGap`: seconds between key frames.
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
          // A damaged position yields no frame.
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
    // Starting a tool costs about as much as decoding a second.
    if (rest.length * (Math.min(keyGap, LONGEST_GAP) / 2 + 1) < frames.length * question.interval) {
      yield* Effect.forEach(rest, fill, { discard: true })
      return
    }
    yield* eachCell({ ...question, isKeyFrames: false }, ({ data, index }) =>
      Effect.sync(() => void (frames[index] = data))
    )
  })

import { withoutBars } from "./BlackBars.ts"
import { scoreOf } from "./FrameScore.ts"
import { statsOf } from "./FrameStats.ts"
import { type Box, type RawFrame, wholeOf } from "./RawFrame.ts"

export interface ChosenFrame {
  readonly frame: RawFrame
  /** The area of the frame without black bars. */
  readonly box: Box
  /** Score of the frame from 0 to 1. See `scoreOf`. */
  readonly score: number
}

/**
 * Returns the best of several frames of the same size. Undefined if there are no frames. Takes about 5 ms per frame of
 * 1280 x 720.
 */
export const chooseFrame = (frames: ReadonlyArray<RawFrame>): ChosenFrame | undefined => {
  const picture = withoutBars(frames)
  let best: ChosenFrame | undefined
  for (const frame of frames) {
    const box = picture ?? wholeOf(frame)
    const score = scoreOf(statsOf(frame, box))
    if (best === undefined || score > best.score) best = { frame, box, score }
  }
  return best
}

import { withoutBars } from "./BlackBars.ts"
import { scoreOf } from "./FrameScore.ts"
import { statsOf } from "./FrameStats.ts"
import { type Box, type RawFrame, wholeOf } from "./RawFrame.ts"

export interface ChosenFrame {
  readonly frame: RawFrame
  /** Its area without black bars. */
  readonly box: Box
  /** 0 to 1, see `scoreOf`. */
  readonly score: number
}

/** The best of some frames of one size; undefined for none. Some 5 ms for a frame of 1280 x 720. */
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

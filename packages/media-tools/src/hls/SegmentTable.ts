import type { KeyFrameIndex } from "../keyframes/KeyFrames.ts"
import { mainVideo, type ProbeFacts, type Rational } from "../ProbeFacts.ts"
import { type CopyDecision, decideCopy } from "./CopyRules.ts"
import { outputRate, rateOf } from "./FrameRate.ts"
import { lengthSeconds } from "./KnownLength.ts"
import type { TrackChoice } from "./TrackChoice.ts"

/** How one video is cut. All renditions share it, so a player may change between them at any boundary. */
export interface SegmentTable {
  readonly fps: Rational
  /** On the grid of `fps`, from the container's start. */
  readonly totalFrames: number
  /** Frame numbers, `segments + 1` of them: the first is 0, the last `totalFrames`. */
  readonly boundaries: ReadonlyArray<number>
  /** Seconds, one per segment: exactly the values of EXTINF. */
  readonly durations: ReadonlyArray<number>
  /** Frames between key frames of the encoded renditions (2 s). */
  readonly keyInterval: number
  /** The boundaries are the source's own key frames, so encoders get an explicit list of them. */
  readonly isIrregular: boolean
  readonly copy: CopyDecision
}

/** 10 s, as five groups of pictures of 2 s. */
const GROUPS = 5
/** A last segment shorter than this joins its neighbour. */
const MIN_LAST_SECONDS = 1
/** 7 days. A header of 512 bytes claimed 544 years, and the list of its segments took all available memory. */
const MAX_SECONDS = 7 * 24 * 3_600
/** Segments of 10 s each, with room for shorter ones if key frames decide; no pass over all of them takes 50 ms. */
const MAX_SEGMENTS = 100_000

/** The file claims a length for which no table is made. */
export const isTooLong = (facts: ProbeFacts): boolean => {
  const video = mainVideo(facts)
  return video !== undefined && lengthSeconds(facts, video) > MAX_SECONDS
}

/**
 * The table of a video; `undefined` if it has no frame, no length, or an implausible length, so that there is nothing
 * to cut.
 */
export const segmentTable = (
  facts: ProbeFacts,
  keyFrames?: KeyFrameIndex,
  tracks?: TrackChoice
): SegmentTable | undefined => {
  const video = mainVideo(facts)
  if (video === undefined) return undefined
  const { rate: fps, isSourceGrid } = outputRate(video)
  const seconds = lengthSeconds(facts, video)
  const totalFrames = Math.round(seconds * rateOf(fps))
  if (!(totalFrames >= 1) || seconds > MAX_SECONDS) return undefined

  const copy =
    tracks?.subtitle === undefined
      ? decideCopy({ facts, video, keyFrames, fps, totalFrames, isSourceGrid })
      : { isAllowed: false as const, reason: "subtitles are drawn into the frames" }
  const keyInterval = Math.max(1, Math.round(2 * rateOf(fps)))
  const boundaries = copy.isAllowed ? copy.boundaries : evenBoundaries(totalFrames, keyInterval * GROUPS, fps)
  if (boundaries.length - 1 > MAX_SEGMENTS) return undefined
  const durations: Array<number> = []
  for (let n = 0; n + 1 < boundaries.length; n++) {
    durations.push(((boundaries[n + 1]! - boundaries[n]!) * fps.den) / fps.num)
  }
  return { fps, totalFrames, boundaries, durations, keyInterval, isIrregular: copy.isAllowed, copy }
}

const evenBoundaries = (totalFrames: number, segmentFrames: number, fps: Rational): ReadonlyArray<number> => {
  const boundaries: Array<number> = []
  for (let frame = 0; frame < totalFrames; frame += segmentFrames) boundaries.push(frame)
  const shortest = MIN_LAST_SECONDS * rateOf(fps)
  if (boundaries.length > 1 && totalFrames - boundaries.at(-1)! < shortest) boundaries.pop()
  return [...boundaries, totalFrames]
}

export const segmentCount = (table: SegmentTable): number => table.boundaries.length - 1

/** Seconds from the container's start to the start of segment `n` (or the end, for n = count). */
export const boundarySeconds = (table: SegmentTable, n: number): number =>
  (table.boundaries[n]! * table.fps.den) / table.fps.num

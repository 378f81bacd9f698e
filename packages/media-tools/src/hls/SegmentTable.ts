import type { KeyFrameIndex } from "../keyframes/KeyFrames.ts"
import { mainVideo, type ProbeFacts, type Rational } from "../ProbeFacts.ts"
import { type CopyDecision, decideCopy } from "./CopyRules.ts"
import { outputRate, rateOf } from "./FrameRate.ts"
import { lengthSeconds } from "./KnownLength.ts"
import type { TrackChoice } from "./TrackChoice.ts"

/**
 * The division of a video into HLS segments. All renditions use the same boundaries, so a player may switch renditions
 * at any boundary.
 */
export interface SegmentTable {
  readonly fps: Rational
  /** Number of frames on the grid of `fps`, from the container's start. */
  readonly totalFrames: number
  /** Frame numbers of the `segments + 1` boundaries: the first is 0, the last is `totalFrames`. */
  readonly boundaries: ReadonlyArray<number>
  /** Duration of each segment in seconds, exactly as in EXTINF. */
  readonly durations: ReadonlyArray<number>
  /** Number of frames between key frames in the encoded renditions (2 s). */
  readonly keyInterval: number
  /** True if the boundaries are the source's own key frames. Encoders then get an explicit list of these key frames. */
  readonly isIrregular: boolean
  readonly copy: CopyDecision
}

/** Number of groups of pictures in a segment. A group is 2 s long, so a segment is 10 s long. */
const GROUPS = 5
/** Minimum length of the last segment in seconds. A shorter one is merged into the previous segment. */
const MIN_LAST_SECONDS = 1
/**
 * Maximum length of a video in seconds (7 days). Without this limit, a header of 512 bytes that claimed 544 years
 * caused a segment list that used all available memory.
 */
const MAX_SECONDS = 7 * 24 * 3_600
/**
 * Maximum number of segments. A video of `MAX_SECONDS` has 60,480 segments of 10 s, or more if the segments are cut at
 * key frames. A loop over this many segments takes less than 50 ms.
 */
const MAX_SEGMENTS = 100_000

/** True if the file claims a length that is too long for a table. */
export const isTooLong = (facts: ProbeFacts): boolean => {
  const video = mainVideo(facts)
  return video !== undefined && lengthSeconds(facts, video) > MAX_SECONDS
}

/** Computes the table of a video. Returns `undefined` if the video has no frame, no length or an implausible length. */
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
      : { isAllowed: false as const, reason: "subtitles are burned in" }
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

/**
 * Returns the start of segment `n` in seconds from the container's start. If `n` is the number of segments, returns the
 * end of the video.
 */
export const boundarySeconds = (table: SegmentTable, n: number): number =>
  (table.boundaries[n]! * table.fps.den) / table.fps.num

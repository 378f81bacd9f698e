import { mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Attempt } from "./Attempt.ts"
import { rateOf } from "./FrameRate.ts"
import { videoSlackSeconds, videoEndSeconds } from "./KnownLength.ts"
import type { Rendition } from "./Ladder.ts"
import { boundarySeconds, segmentCount, type SegmentTable } from "./SegmentTable.ts"

interface VideoQuestion {
  readonly facts: ProbeFacts
  readonly table: SegmentTable
  readonly renditions: ReadonlyArray<Rendition>
  readonly from: number
  readonly to: number
  readonly attempt: Pick<Attempt, "frames" | "isUnmapped">
}

export interface VideoChain {
  /** Puts decoded frames on the grid. */
  readonly common: string
  /** One chain per rendition. */
  readonly scaled: ReadonlyArray<string>
}

/**
 * The grid: `fps` assigns frame k to time k/fps, and `trim` cuts by frame number (cutting by seconds lost the last
 * frame to rounding).
 */
export const videoChain = (question: VideoQuestion): VideoChain => {
  const { from, renditions, table, to } = question
  const video = mainVideo(question.facts)!
  const filters = [
    ...(question.attempt.frames === "still" ? stillGrid(question) : grid(question, video)),
    `trim=start_pts=${table.boundaries[from]}:end_pts=${table.boundaries[to]}`,
    ...(isProgressive(video) ? [] : ["bwdif=mode=send_frame:deint=interlaced"]),
    ...(isHighDynamicRange(video) && question.attempt.isUnmapped !== true ? [toneMap(video)] : [])
  ]
  return {
    common: filters.join(","),
    scaled: renditions.map((r) => `scale=${r.width}:${r.frameHeight},setsar=1,format=yuv420p`)
  }
}

/** The run continues past the last frame: to the end, or to a later segment that already exists. */
export const needsPadding = (facts: ProbeFacts, table: SegmentTable, to: number): boolean => {
  const video = mainVideo(facts)
  const end = video === undefined ? undefined : videoEndSeconds(facts, video)
  return to === segmentCount(table) || (end !== undefined && boundarySeconds(table, to) > end - 1)
}

/**
 * The frame that is visible where the run begins may be much earlier: if only audio continues, or if each frame is
 * shown for long (slides). It is read through a separate input, so that the audio need not be decoded from there (an
 * hour of music with one frame).
 */
export const needsEarlierFrame = (facts: ProbeFacts, table: SegmentTable, from: number): boolean => {
  const video = mainVideo(facts)
  if (video === undefined || table.boundaries[from] === 0) return false
  const end = videoEndSeconds(facts, video)
  const isBehind = end !== undefined && boundarySeconds(table, from) >= end - 1 / rateOf(table.fps)
  const { averageFrameRate } = video
  return isBehind || (averageFrameRate !== undefined && rateOf(averageFrameRate) < SPARSE_RATE)
}

/** Below this frame rate, each frame lasts longer than the inexactness of seeks. */
const SPARSE_RATE = 5

const grid = (
  { attempt, facts, from, table, to }: VideoQuestion,
  video: StreamFacts
): ReadonlyArray<string> => {
  const start = boundarySeconds(table, from) + gridPhase(facts, video, table)
  const isPadded = attempt.frames === "grid" && needsPadding(facts, table, to)
  const rate = `${table.fps.num}/${table.fps.den}`
  if (needsEarlierFrame(facts, table, from)) {
    // Two passes over the grid: after the first, the last frame can be repeated; the second begins where the run does.
    const seconds = (videoSlackSeconds(facts) + TAIL_SECONDS).toFixed(3)
    return [
      `fps=${rate}:round=near`,
      ...(isPadded ? [`tpad=stop_mode=clone:stop_duration=${seconds}`] : []),
      `fps=${rate}:start_time=${start.toFixed(6)}:round=near`
    ]
  }
  return [
    `fps=${rate}:start_time=${start.toFixed(6)}:round=near`,
    ...(isPadded ? [`tpad=stop_mode=clone:stop_duration=${videoSlackSeconds(facts).toFixed(3)}`] : [])
  ]
}

/** The last frame may precede the end in its header by this much. */
const TAIL_SECONDS = 30

/**
 * The first frame on each point of the grid, plus one more, because `fps` emits the last one only when another follows.
 */
const stillGrid = ({ table, to }: VideoQuestion): ReadonlyArray<string> => {
  const { den, num } = table.fps
  return [
    "select='eq(n\\,0)'",
    `loop=loop=${table.boundaries[to]! + 1}:size=1:start=0`,
    `settb=${den}/${num},setpts=N,fps=${num}/${den}`
  ]
}

/**
 * 7 times the cost of the plain chain (2.3 CPU s against 0.33 for 5 s of 720p), so only for PQ and HLG. zscale rejects
 * colors that a file does not declare, whatever its own options say: all HDR video is BT.2020.
 */
export const toneMap = ({ colorPrimaries, colorSpace }: StreamFacts): string => {
  const stated = [
    ...(colorPrimaries === undefined ? ["color_primaries=bt2020"] : []),
    ...(colorSpace === undefined ? ["colorspace=bt2020nc"] : [])
  ]
  return (
    (stated.length === 0 ? "" : `setparams=${stated.join(":")},`) +
    "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0," +
    "zscale=t=bt709:m=bt709:r=tv"
  )
}

export const isHighDynamicRange = (video: StreamFacts): boolean =>
  video.colorTransfer === "smpte2084" || video.colorTransfer === "arib-std-b67"

const isProgressive = (video: StreamFacts): boolean => video.fieldOrder === "progressive"

/** Offset of the first frame from the grid, within half a frame either way. */
const gridPhase = (facts: ProbeFacts, video: StreamFacts, table: SegmentTable): number => {
  const frame = 1 / rateOf(table.fps)
  const offset = (video.startSeconds ?? facts.startSeconds) - facts.startSeconds
  return offset - Math.round(offset / frame) * frame
}

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
  /** Filters that move decoded frames to the frame grid. */
  readonly common: string
  /** One filter chain per rendition. */
  readonly scaled: ReadonlyArray<string>
}

/**
 * Builds the video filters. `fps` moves frame k to time k/fps. `trim` then cuts by frame number, because cutting by
 * seconds lost the last frame to rounding.
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

/** True if the last frame must be repeated, because the run continues after the end of the frames. */
export const needsPadding = (facts: ProbeFacts, table: SegmentTable, to: number): boolean => {
  const video = mainVideo(facts)
  const end = video === undefined ? undefined : videoEndSeconds(facts, video)
  return to === segmentCount(table) || (end !== undefined && boundarySeconds(table, to) > end - 1)
}

/**
 * True if the frame that is visible at the start of the run may begin much earlier. There are two such cases:
 * - The frames have already ended, and only audio continues.
 * - Each frame is shown for a long time (slides).
 *
 * The frame is then read through a second input. With a single input, the audio would have to be decoded from that
 * frame on, which may be an hour of music.
 */
export const needsEarlierFrame = (facts: ProbeFacts, table: SegmentTable, from: number): boolean => {
  const video = mainVideo(facts)
  if (video === undefined || table.boundaries[from] === 0) return false
  const end = videoEndSeconds(facts, video)
  const isBehind = end !== undefined && boundarySeconds(table, from) >= end - 1 / rateOf(table.fps)
  const { averageFrameRate } = video
  return isBehind || (averageFrameRate !== undefined && rateOf(averageFrameRate) < SPARSE_RATE)
}

/** Frame rate in frames per second. Below this rate, a frame is shown for longer than the maximum error of a seek. */
const SPARSE_RATE = 5

const grid = (
  { attempt, facts, from, table, to }: VideoQuestion,
  video: StreamFacts
): ReadonlyArray<string> => {
  const start = boundarySeconds(table, from) + gridPhase(facts, video, table)
  const isPadded = attempt.frames === "grid" && needsPadding(facts, table, to)
  const rate = `${table.fps.num}/${table.fps.den}`
  if (needsEarlierFrame(facts, table, from)) {
    // The first `fps` starts at the earlier frame. `tpad` can therefore repeat this frame, even if the frame is before
    // the start of the run. The second `fps` starts at the start of the run.
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

/** Assumed maximum time in seconds between the last frame and the end of the video in the header. */
const TAIL_SECONDS = 30

/**
 * Repeats the first frame at each point of the grid. One more repetition is needed, because `fps` outputs a frame only
 * when another frame follows.
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
 * Returns the filters that map HDR to SDR. They increase the CPU time by a factor of 7 (from 0.33 to 2.3 CPU s for 5 s
 * of 720p), so they are used only for PQ and HLG. zscale rejects files that do not declare their colors, regardless of
 * its own options. The filters declare BT.2020 for such files, because all HDR video uses BT.2020.
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

/** Returns the offset of the first frame from the grid in seconds, at most half a frame in either direction. */
const gridPhase = (facts: ProbeFacts, video: StreamFacts, table: SegmentTable): number => {
  const frame = 1 / rateOf(table.fps)
  const offset = (video.startSeconds ?? facts.startSeconds) - facts.startSeconds
  return offset - Math.round(offset / frame) * frame
}

import { mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Attempt } from "./Attempt.ts"
import { videoEndSeconds } from "./KnownLength.ts"
import { boundarySeconds, segmentCount, type SegmentTable } from "./SegmentTable.ts"

export const AUDIO_RATE = 48_000
/** Samples in one AAC frame: starts of all runs are multiples of it, so their frames are the same frames. */
const AAC_FRAME = 1024
/** Ahead of the first frame: more than the decoding delay of any frame, and room for the encoder to settle. */
const PREROLL_SECONDS = 0.35
const TAIL_SECONDS = 0.25
/** Audio that ends this much before the video is cut and continued as silence by ourselves. */
const EARLY_END_SECONDS = 2
/** Before audio that begins later than this there must be silence. */
const LATE_START_SECONDS = 1

export interface AudioPlan {
  /** First sample, a multiple of 1024 on the container's clock; 0 for a run from the start. */
  readonly gridSample: number
  readonly gridSeconds: number
  readonly endSeconds: number
  /** The source's audio stops here, long before the video; `undefined` when it does not. */
  readonly stopsAt: number | undefined
  /** The run lies wholly after that, or the audio cannot be decoded: silence is all there is. */
  readonly isSilent: boolean
}

interface AudioQuestion {
  readonly audio: Attempt["audio"]
  readonly facts: ProbeFacts
  readonly table: SegmentTable
  readonly from: number
  readonly to: number
}

export const audioPlan = ({ facts, from, audio, table, to }: AudioQuestion): AudioPlan => {
  const start = boundarySeconds(table, from)
  const gridSample =
    start === 0
      ? 0
      : Math.max(0, Math.floor(((start - PREROLL_SECONDS) * AUDIO_RATE) / AAC_FRAME) * AAC_FRAME)
  const isLast = to === segmentCount(table)
  const stopsAt = typeof audio === "string" ? undefined : earlyEnd(facts, audio)
  return {
    gridSample,
    gridSeconds: gridSample / AUDIO_RATE,
    endSeconds: boundarySeconds(table, to) + (isLast ? 0 : TAIL_SECONDS),
    stopsAt,
    isSilent: audio === "silence" || (stopsAt !== undefined && start >= stopsAt)
  }
}

/** Stopping a tenth early makes the filter see a frame beyond its end, which is what lets silence follow at once. */
const earlyEnd = (facts: ProbeFacts, audio: StreamFacts): number | undefined => {
  const video = mainVideo(facts)
  if (audio.durationSeconds === undefined || video === undefined) return undefined
  const end = (audio.startSeconds ?? facts.startSeconds) - facts.startSeconds + audio.durationSeconds
  const videoEnd = videoEndSeconds(facts, video) ?? facts.durationSeconds
  return end < videoEnd - EARLY_END_SECONDS ? Math.max(0.1, end - 0.1) : undefined
}

/**
 * Whether audio may be passed on as it is. Players stand still where one of the two is missing: of 40 s of video hls.js in
 * Chromium showed no more than 12 s when the audio ended then, and 10 s when it began at 12 s (a fatal error).
 */
export const isThroughout = (facts: ProbeFacts, audio: StreamFacts): boolean =>
  earlyEnd(facts, audio) === undefined &&
  (audio.startSeconds ?? facts.startSeconds) - facts.startSeconds <= LATE_START_SECONDS

export interface AudioChain {
  readonly filters: string
  /** A source of its own, which takes no input. */
  readonly isGenerated: boolean
}

/**
 * Two `aresample`: `first_pts` counts samples of the input's rate, so the rate must be ours before (a 44.1 kHz
 * source was off by 0.49 s with one). `apad` waits for the end of the input, which for audio that stops early
 * would be the end of the video; hence `atrim`, which ends the stream as soon as the time is reached.
 */
export const audioChain = (plan: AudioPlan): AudioChain => {
  const end = `atrim=end=${plan.endSeconds.toFixed(6)}`
  if (plan.isSilent) {
    return {
      filters: `anullsrc=r=${AUDIO_RATE}:cl=stereo,asetpts=PTS+${plan.gridSample},${end}`,
      isGenerated: true
    }
  }
  const stop = plan.stopsAt === undefined ? "" : `atrim=end=${plan.stopsAt.toFixed(6)},`
  const resample = `aresample=${AUDIO_RATE},aresample=async=1:first_pts=${plan.gridSample}`
  return { filters: `${stop}${resample},apad,${end}`, isGenerated: false }
}

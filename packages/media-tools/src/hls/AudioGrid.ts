import { mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Attempt } from "./Attempt.ts"
import { videoEndSeconds } from "./KnownLength.ts"
import { boundarySeconds, segmentCount, type SegmentTable } from "./SegmentTable.ts"

export const AUDIO_RATE = 48_000
/** Samples in one AAC frame: all runs start at multiples of it, so their frames are the same frames. */
const AAC_FRAME = 1024
/** Time before the first frame: more than the decoding delay of any frame, and enough for the encoder to settle. */
const PREROLL_SECONDS = 0.35
const TAIL_SECONDS = 0.25
/** If audio ends this much before the video, we cut it and continue with silence. */
const EARLY_END_SECONDS = 2
/** If audio begins later than this, silence must precede it. */
const LATE_START_SECONDS = 1

export interface AudioPlan {
  /** First sample, a multiple of 1024 on the container's clock; 0 for a run from the start. */
  readonly gridSample: number
  readonly gridSeconds: number
  readonly endSeconds: number
  /** The source's audio ends here, long before the video; `undefined` if it does not. */
  readonly stopsAt: number | undefined
  /** True if the run starts after that time, or if the audio cannot be decoded, so that there is only silence. */
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

/** Stopping a tenth early makes the filter see a frame past its end, so that silence can follow immediately. */
const earlyEnd = (facts: ProbeFacts, audio: StreamFacts): number | undefined => {
  const video = mainVideo(facts)
  if (audio.durationSeconds === undefined || video === undefined) return undefined
  const end = (audio.startSeconds ?? facts.startSeconds) - facts.startSeconds + audio.durationSeconds
  const videoEnd = videoEndSeconds(facts, video) ?? facts.durationSeconds
  return end < videoEnd - EARLY_END_SECONDS ? Math.max(0.1, end - 0.1) : undefined
}

/**
 * Tells whether audio may be passed on unchanged. Players stall where either stream is missing: of 40 s of video,
 * hls.js in Chromium showed no more than 12 s if the audio ended then, and 10 s if it began at 12 s (a fatal error).
 */
export const isThroughout = (facts: ProbeFacts, audio: StreamFacts): boolean =>
  earlyEnd(facts, audio) === undefined &&
  (audio.startSeconds ?? facts.startSeconds) - facts.startSeconds <= LATE_START_SECONDS

export interface AudioChain {
  readonly filters: string
  /** A generated source, which takes no input. */
  readonly isGenerated: boolean
}

/**
 * Two `aresample` filters: `first_pts` counts samples of the input's rate, so the first converts to our rate (with one,
 * a 44.1 kHz source was off by 0.49 s). `apad` waits for the end of the input, which for audio that stops early would
 * be the end of the video; `atrim` therefore ends the stream as soon as the time is reached.
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

import { mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Attempt } from "./Attempt.ts"
import { videoEndSeconds } from "./KnownLength.ts"
import { boundarySeconds, segmentCount, type SegmentTable } from "./SegmentTable.ts"

export const AUDIO_RATE = 48_000
/**
 * Number of samples in an AAC frame. All runs start at multiples of this number, so that their frames are identical.
 */
const AAC_FRAME = 1024
/**
 * Time in seconds by which decoding starts before the first frame. It is longer than the decoding delay of any frame,
 * and long enough for the encoder to settle.
 */
const PREROLL_SECONDS = 0.35
const TAIL_SECONDS = 0.25
/**
 * Minimum time in seconds by which audio must end before the video to count as ending early. Such audio is cut, and
 * followed by silence.
 */
const EARLY_END_SECONDS = 2
/**
 * Latest start of the audio in seconds at which the audio may still be copied. Audio that starts later is encoded, with
 * silence before it.
 */
const LATE_START_SECONDS = 1

export interface AudioPlan {
  /**
   * Sample at which the audio of the run starts: a multiple of 1024 on the container's clock, or 0 for a run from the
   * start.
   */
  readonly gridSample: number
  readonly gridSeconds: number
  readonly endSeconds: number
  /**
   * Time in seconds at which the audio is cut, because the source's audio ends long before the video. `undefined` if it
   * does not.
   */
  readonly stopsAt: number | undefined
  /** True if the run has no source audio, because it starts after `stopsAt` or the audio cannot be decoded. */
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

/**
 * Returns the time at which audio that ends early is cut: 0.1 s before its end, so that the filter sees a frame after
 * the cut and silence can follow immediately.
 */
const earlyEnd = (facts: ProbeFacts, audio: StreamFacts): number | undefined => {
  const video = mainVideo(facts)
  if (audio.durationSeconds === undefined || video === undefined) return undefined
  const end = (audio.startSeconds ?? facts.startSeconds) - facts.startSeconds + audio.durationSeconds
  const videoEnd = videoEndSeconds(facts, video) ?? facts.durationSeconds
  return end < videoEnd - EARLY_END_SECONDS ? Math.max(0.1, end - 0.1) : undefined
}

/**
 * True if the audio lasts from beginning to end, so that it may be copied unchanged. Players stall where either stream
 * is missing. For example, hls.js in Chromium played at most 12 s of a 40 s video whose audio ended at 12 s. If the
 * audio began at 12 s, hls.js played only 10 s and then failed with a fatal error.
 */
export const isThroughout = (facts: ProbeFacts, audio: StreamFacts): boolean =>
  earlyEnd(facts, audio) === undefined &&
  (audio.startSeconds ?? facts.startSeconds) - facts.startSeconds <= LATE_START_SECONDS

export interface AudioChain {
  readonly filters: string
  /** True if the filters generate the audio themselves and need no input. */
  readonly isGenerated: boolean
}

/**
 * Builds the audio filters. The second `aresample` counts `first_pts` in samples at the rate of its own input, so the
 * first `aresample` converts the audio to `AUDIO_RATE`. (With only one filter, a 44.1 kHz source was off by 0.49 s.)
 * `apad` adds silence only after its input has ended. If the audio stops early, the input of `apad` still ends only
 * with the video, so the first `atrim` ends it at the right time.
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

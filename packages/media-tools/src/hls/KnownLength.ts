import { mainAudio, mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"

/**
 * Maximum number of seconds for which the last frame is repeated without known audio, because a container's claim alone
 * is not trusted for longer.
 */
const MAX_STILL_SECONDS = 5 * 60
/**
 * Time in seconds for which the last frame is always repeated beyond the claimed length, because claims are rounded.
 */
const SLACK_SECONDS = 1
/**
 * Maximum time in seconds by which audio may outlast a video stream without a length (some Matroska, AVI). Later audio
 * is cut.
 */
const UNKNOWN_END_SECONDS = 4
/**
 * Length in seconds above which audio must have `LEAST_BIT_RATE`. 700 bit/s is the minimum of all supported speech
 * codecs.
 */
const LONG_SECONDS = 3_600
const LEAST_BIT_RATE = 700

/**
 * Returns the end of a stream, in seconds from the container's start. `undefined` if the container does not state the
 * length.
 */
export const endSeconds = (facts: ProbeFacts, stream: StreamFacts): number | undefined =>
  stream.durationSeconds === undefined
    ? undefined
    : (stream.startSeconds ?? facts.startSeconds) - facts.startSeconds + stream.durationSeconds

/** Returns the end of the frames, in seconds from the container's start. */
export const videoEndSeconds = endSeconds

/**
 * Returns the number of seconds to cut into segments. A container that claims more than its streams contain is trusted
 * for only a few minutes, because everything after the streams is one still image (a file of 1 s that claimed 40 hours
 * had 14,303 segments of it). For Matroska, the container decides, because Matroska stores the lengths of streams in
 * tags, and tools copy these tags without correcting the lengths.
 */
export const lengthSeconds = (facts: ProbeFacts, video: StreamFacts): number => {
  const end = endSeconds(facts, video)
  const claimed = Math.max(facts.durationSeconds, end ?? 0)
  if (facts.formatNames.includes("matroska") && facts.durationSeconds > 0) return facts.durationSeconds
  if (end === undefined) return claimed
  return Math.min(claimed, Math.max(end, audioEnd(facts) ?? 0) + MAX_STILL_SECONDS)
}

/**
 * Returns the number of seconds for which the last frame is repeated. Audio that continues is covered completely, so
 * that every listed segment exists. A container's claim alone is covered for only a few minutes, because a truncated
 * file is recognized by being too short.
 */
export const videoSlackSeconds = (facts: ProbeFacts): number => {
  const video = mainVideo(facts)
  const end = video === undefined ? undefined : endSeconds(facts, video)
  if (end === undefined) return UNKNOWN_END_SECONDS + SLACK_SECONDS
  const claimed = Math.min(Math.max(0, facts.durationSeconds - end), MAX_STILL_SECONDS)
  return Math.max(claimed, (audioEnd(facts) ?? 0) - end) + SLACK_SECONDS
}

/** Returns the end of the audio. `undefined` if that much audio does not fit into a file of this size. */
const audioEnd = (facts: ProbeFacts): number | undefined => {
  const audio = mainAudio(facts)
  const end = audio === undefined ? undefined : endSeconds(facts, audio)
  if (end === undefined || end <= LONG_SECONDS) return end
  return (facts.sizeBytes * 8) / end < LEAST_BIT_RATE ? undefined : end
}

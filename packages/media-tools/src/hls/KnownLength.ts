import { mainAudio, mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"

/**
 * Maximum number of seconds for which the last frame is repeated without known audio, because the mere claim of a
 * container is not trusted further.
 */
const MAX_STILL_SECONDS = 5 * 60
/** The last frame is always repeated this much longer than claimed, because claims are rounded. */
const SLACK_SECONDS = 1
/** If the stream has no length (some Matroska, AVI), audio that outlasts the video by more than this is not covered. */
const UNKNOWN_END_SECONDS = 4
/** Audio longer than this has at least this bit rate: 700 bit/s is the minimum of any speech codec that we decode. */
const LONG_SECONDS = 3_600
const LEAST_BIT_RATE = 700

/** Seconds on a clock that starts with the container; `undefined` if the container does not state it. */
export const endSeconds = (facts: ProbeFacts, stream: StreamFacts): number | undefined =>
  stream.durationSeconds === undefined
    ? undefined
    : (stream.startSeconds ?? facts.startSeconds) - facts.startSeconds + stream.durationSeconds

/** End of the frames, in seconds from the container's start. */
export const videoEndSeconds = endSeconds

/**
 * The number of seconds to cut into segments. A container that claims more than its streams contain is trusted for only
 * some minutes, because everything beyond is one still image (a file of 1 s that claims 40 hours had 14,303 segments of
 * it). Matroska stores the lengths of streams in tags, which tools copy without correcting them, so there the container
 * decides.
 */
export const lengthSeconds = (facts: ProbeFacts, video: StreamFacts): number => {
  const end = endSeconds(facts, video)
  const claimed = Math.max(facts.durationSeconds, end ?? 0)
  if (facts.formatNames.includes("matroska") && facts.durationSeconds > 0) return facts.durationSeconds
  if (end === undefined) return claimed
  return Math.min(claimed, Math.max(end, audioEnd(facts) ?? 0) + MAX_STILL_SECONDS)
}

/**
 * Seconds for which the last frame is repeated. Continuing audio is covered completely, so that every listed segment
 * exists; a mere claim of the container is covered for a few minutes. Not longer, because a truncated file is detected
 * by coming out short.
 */
export const videoSlackSeconds = (facts: ProbeFacts): number => {
  const video = mainVideo(facts)
  const end = video === undefined ? undefined : endSeconds(facts, video)
  if (end === undefined) return UNKNOWN_END_SECONDS + SLACK_SECONDS
  const claimed = Math.min(Math.max(0, facts.durationSeconds - end), MAX_STILL_SECONDS)
  return Math.max(claimed, (audioEnd(facts) ?? 0) - end) + SLACK_SECONDS
}

/** End of the audio, if that is plausible for a file of this size. */
const audioEnd = (facts: ProbeFacts): number | undefined => {
  const audio = mainAudio(facts)
  const end = audio === undefined ? undefined : endSeconds(facts, audio)
  if (end === undefined || end <= LONG_SECONDS) return end
  return (facts.sizeBytes * 8) / end < LEAST_BIT_RATE ? undefined : end
}

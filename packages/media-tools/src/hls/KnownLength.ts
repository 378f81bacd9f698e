import { mainAudio, mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"

/** How long the last frame may stand where no audio is known to go on: a container's claim is not worth more. */
const MAX_STILL_SECONDS = 5 * 60
/** The last frame always stays this much longer than claimed, for rounded claims. */
const SLACK_SECONDS = 1
/** Without a length per stream (some Matroska, AVI) audio that outlasts the video by more is not covered. */
const UNKNOWN_END_SECONDS = 4
/** No audio above this length is coded in fewer bits: 700 bit/s is the least of any speech codec that we decode. */
const LONG_SECONDS = 3_600
const LEAST_BIT_RATE = 700

/** Seconds on a clock that starts with the container; `undefined` when the container does not state it. */
export const endSeconds = (facts: ProbeFacts, stream: StreamFacts): number | undefined =>
  stream.durationSeconds === undefined
    ? undefined
    : (stream.startSeconds ?? facts.startSeconds) - facts.startSeconds + stream.durationSeconds

/** Where the frames end, in seconds from the container's start. */
export const videoEndSeconds = endSeconds

/**
 * Seconds to cut into segments. A container that claims more than its streams hold is believed for some minutes only:
 * everything beyond is one still image (a file of 1 s that claims 40 hours was 14,303 segments of it). Matroska stores
 * the lengths of streams in tags, which tools copy without correcting them, so there the container decides.
 */
export const lengthSeconds = (facts: ProbeFacts, video: StreamFacts): number => {
  const end = endSeconds(facts, video)
  const claimed = Math.max(facts.durationSeconds, end ?? 0)
  if (facts.formatNames.includes("matroska") && facts.durationSeconds > 0) return facts.durationSeconds
  if (end === undefined) return claimed
  return Math.min(claimed, Math.max(end, audioEnd(facts) ?? 0) + MAX_STILL_SECONDS)
}

/**
 * Seconds for which the last frame stays. Audio that goes on is covered in full, so that every listed segment exists;
 * a mere claim of the container for some minutes. No more: a truncated file must come out short, which is how it is noticed.
 */
export const videoSlackSeconds = (facts: ProbeFacts): number => {
  const video = mainVideo(facts)
  const end = video === undefined ? undefined : endSeconds(facts, video)
  if (end === undefined) return UNKNOWN_END_SECONDS + SLACK_SECONDS
  const claimed = Math.min(Math.max(0, facts.durationSeconds - end), MAX_STILL_SECONDS)
  return Math.max(claimed, (audioEnd(facts) ?? 0) - end) + SLACK_SECONDS
}

/** Where the audio ends, if that can be true of a file of this size. */
const audioEnd = (facts: ProbeFacts): number | undefined => {
  const audio = mainAudio(facts)
  const end = audio === undefined ? undefined : endSeconds(facts, audio)
  if (end === undefined || end <= LONG_SECONDS) return end
  return (facts.sizeBytes * 8) / end < LEAST_BIT_RATE ? undefined : end
}

import { mainAudio, mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"

/**
 * Maximum number of seconds for which the last frame is repeated only because the container claims a longer length. If
 * audio continues, there is no such limit.
 */
const MAX_STILL_SECONDS = 5 * 60
/**
 * Number of seconds for which the last frame is always repeated beyond the claimed length, because claimed lengths are
 * rounded.
 */
const SLACK_SECONDS = 1
/**
 * Maximum number of seconds by which audio may outlast a video stream whose length is unknown (some Matroska and AVI
 * files). The remaining audio is cut.
 */
const UNKNOWN_END_SECONDS = 4
/**
 * Length in seconds above which an audio track must have `LEAST_BIT_RATE`. No supported speech codec uses less than 700
 * bit/s, so a lower rate means that the length is false.
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

/**
 * Returns the end of the video stream, in seconds from the container's start. `undefined` if the container does not
 * state the length.
 */
export const videoEndSeconds = endSeconds

/**
 * Returns the number of seconds to cut into segments. If the container claims more time than its streams contain, the
 * whole difference shows one still image, so only a few minutes of the difference are used. (Without this limit, a file
 * of 1 s that claimed 40 hours resulted in 14,303 segments.) For Matroska, the container's length is used. Matroska
 * stores the lengths of streams in tags, and tools copy these tags without correcting the lengths.
 */
export const lengthSeconds = (facts: ProbeFacts, video: StreamFacts): number => {
  const end = endSeconds(facts, video)
  const claimed = Math.max(facts.durationSeconds, end ?? 0)
  if (facts.formatNames.includes("matroska") && facts.durationSeconds > 0) return facts.durationSeconds
  if (end === undefined) return claimed
  return Math.min(claimed, Math.max(end, audioEnd(facts) ?? 0) + MAX_STILL_SECONDS)
}

/**
 * Returns the number of seconds for which the last frame is repeated. If audio continues after the video, the frame is
 * repeated until the audio ends, so that every listed segment exists. If only the container claims more time, the frame
 * is repeated for only a few minutes. Otherwise a truncated file could not be recognized by its missing end.
 */
export const videoSlackSeconds = (facts: ProbeFacts): number => {
  const video = mainVideo(facts)
  const end = video === undefined ? undefined : endSeconds(facts, video)
  if (end === undefined) return UNKNOWN_END_SECONDS + SLACK_SECONDS
  const claimed = Math.min(Math.max(0, facts.durationSeconds - end), MAX_STILL_SECONDS)
  return Math.max(claimed, (audioEnd(facts) ?? 0) - end) + SLACK_SECONDS
}

/**
 * Returns the end of the audio in seconds. `undefined` if the container does not state it, or if the file is too small
 * for this much audio.
 */
const audioEnd = (facts: ProbeFacts): number | undefined => {
  const audio = mainAudio(facts)
  const end = audio === undefined ? undefined : endSeconds(facts, audio)
  if (end === undefined || end <= LONG_SECONDS) return end
  return (facts.sizeBytes * 8) / end < LEAST_BIT_RATE ? undefined : end
}

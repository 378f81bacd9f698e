import type { ProbeFacts, StreamFacts } from "../ProbeFacts.ts"
import { ALWAYS_POSSIBLE_SECONDS, MAX_SECONDS, MIN_BITS_PER_SECOND } from "./Bounds.ts"

/**
 * Removes implausible lengths from the facts, because a header may claim any length. `claimed` is the container's
 * length. If it is implausible, the length in the result is 0, and `MeasureLength.ts` measures the length from the
 * packets.
 */
export const believedLengths = (claimed: number | undefined, facts: ProbeFacts): ProbeFacts => {
  const streams = facts.streams.map((stream) => believedStream(facts, stream))
  const durationSeconds = claimed ?? longest(streams, facts.startSeconds)
  return durationSeconds > 0 && canLast(facts, durationSeconds)
    ? { ...facts, streams, durationSeconds, durationSource: "header" }
    : { ...facts, streams, durationSeconds: 0, bitRate: 0 }
}

/** True if a length in seconds is within the bounds, and the file has enough bytes for it. */
export const canLast = (facts: ProbeFacts, seconds: number): boolean =>
  seconds <= MAX_SECONDS && (seconds <= ALWAYS_POSSIBLE_SECONDS || !isThin(facts, seconds))

/**
 * True if the file has so few bytes for this many seconds that the length is doubtful. Such a file is small, so reading
 * all of its packets takes only milliseconds.
 */
export const isThin = (facts: ProbeFacts, seconds: number): boolean =>
  facts.sizeBytes * 8 < seconds * MIN_BITS_PER_SECOND

/** Returns the end of a stream, in seconds from the start of the container. */
export const endOf = (stream: StreamFacts, start: number): number =>
  (stream.startSeconds ?? start) - start + (stream.durationSeconds ?? 0)

const longest = (streams: ReadonlyArray<StreamFacts>, start: number): number =>
  streams.reduce((max, stream) => Math.max(max, endOf(stream, start)), 0)

/**
 * Removes an implausible length or start of a stream. A start that is days away from the container's own start is
 * implausible, and would delay the audio by days.
 */
const believedStream = (facts: ProbeFacts, stream: StreamFacts): StreamFacts => {
  const { durationSeconds = 0, startSeconds, ...rest } = stream
  const isNear = startSeconds !== undefined && Math.abs(startSeconds - facts.startSeconds) <= MAX_SECONDS
  const timed = isNear ? { ...rest, startSeconds } : rest
  const isPossible =
    durationSeconds > 0 &&
    canLast(facts, durationSeconds) &&
    canLast(facts, endOf({ ...timed, durationSeconds }, facts.startSeconds))
  return isPossible ? { ...timed, durationSeconds } : timed
}

import type { HlsStatus } from "@media/features/playback/streaming/contract"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/**
 * Duration of most segments in seconds. The server has to encode a segment from its start up to the requested
 * position.
 */
const SEGMENT_SECONDS = 10
/** Maximum estimate in seconds. Longer estimates are not shown, because the first estimates are unreliable. */
const LONGEST_ESTIMATE = 60

/**
 * Returns the estimated number of seconds until the frame at the position is encoded, at the server's current speed:
 * at least 1, or undefined if the speed is unknown or the estimate is too long to be reliable.
 */
export const secondsLeft = (
  status: Pick<HlsStatus, "speed"> | undefined,
  position: number,
  waited: number
): number | undefined => {
  const speed = status?.speed
  if (speed === undefined || speed <= 0) return undefined
  const left = Math.ceil((position % SEGMENT_SECONDS) / speed + 1 - waited)
  return left > LONGEST_ESTIMATE ? undefined : Math.max(1, left)
}

/** Returns "Preparing stream…", followed by the remaining time or the progress if known. */
export const preparingText = (
  status: Pick<HlsStatus, "speed" | "progress" | "state"> | undefined,
  position: number,
  waited: number,
  hasPlayed: boolean
): string => {
  const text = translate(messages, hasPlayed ? "preparingPart" : "preparing")
  const seconds = secondsLeft(status, position, waited)
  if (seconds !== undefined) return `${text} ${translate(messages, "remaining", { seconds })}`
  if (status?.state !== "generating" || status.progress <= 0) return text
  return `${text} ${translate(messages, "remainingPercent", { percent: Math.floor(status.progress * 100) })}`
}

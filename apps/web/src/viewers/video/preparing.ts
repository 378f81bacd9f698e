import type { HlsStatus } from "@media/features/playback/streaming/contract"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** The duration of most segments. Of the segment at the position, the part before the position is encoded first. */
const SEGMENT_SECONDS = 10
/** Longer estimates from the first moments are unreliable. */
const LONGEST_ESTIMATE = 60

/** Seconds until the frame at the position is ready, at the server's current speed; at least one. */
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

/** "Preparing stream…", with the remaining time or the progress. */
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

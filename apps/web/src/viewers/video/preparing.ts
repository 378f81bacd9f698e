import type { HlsStatus } from "@media/features/playback/streaming/contract"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** All segments are about this long; what lies before the position in its segment is converted first. */
const SEGMENT_SECONDS = 10
/** Beyond this an estimate from the first moments is worth nothing. */
const LONGEST_ESTIMATE = 60

/** Seconds until a picture at the position, as far as the server's present speed tells; at least one. */
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

/** "Preparing stream…", and how long it takes or how far it is. */
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

import { watch, type Ref } from "vue"
import { listen } from "@/viewers/listen"

const HAVE_METADATA = 1
const events = ["timeupdate", "seeked", "playing"] as const

/**
 * Tracks the position of the video in seconds. An element reports position 0 until it has reached its start position,
 * so 0 is ignored until then. After that, position 0 means that the user has gone back to the beginning.
 */
export const usePosition = (element: Readonly<Ref<HTMLVideoElement | null>>, startAt: number) => {
  let known = startAt
  let hasArrived = false
  const look = (): void => {
    const media = element.value
    if (!media || media.readyState < HAVE_METADATA) return
    hasArrived ||= media.currentTime > 0
    if (hasArrived) known = media.currentTime
  }
  watch(
    element,
    (media, _before, onCleanup) => {
      if (media) onCleanup(listen(media, events, look))
    },
    { immediate: true }
  )
  return {
    position: (): number => {
      look()
      return known
    },
    /** Sets the position at which a new engine is about to start. Must be called before the engine starts. */
    startsAt: (seconds: number): void => {
      known = seconds
      hasArrived = false
    }
  }
}

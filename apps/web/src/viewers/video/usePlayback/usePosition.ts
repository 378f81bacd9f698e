import { watch, type Ref } from "vue"
import { listen } from "@/viewers/listen"

const HAVE_METADATA = 1
const events = ["timeupdate", "seeked", "playing"] as const

/**
 * Where the video is, in seconds. An element that is empty, or has not reached the place it starts from, says 0; only behind
 * that place is 0 the beginning, which the viewer chose.
 */
export const usePosition = (element: Readonly<Ref<HTMLVideoElement | null>>, startAt: number) => {
  let place = startAt
  let hasArrived = false
  const look = (): void => {
    const media = element.value
    if (!media || media.readyState < HAVE_METADATA) return
    hasArrived ||= media.currentTime > 0
    if (hasArrived) place = media.currentTime
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
      return place
    },
    /** Another engine begins, from there. */
    startsAt: (seconds: number): void => {
      place = seconds
      hasArrived = false
    }
  }
}

import { onScopeDispose, shallowRef, type Ref } from "vue"
import { listen } from "@/viewers/listen"

const EVENTS = ["loadeddata", "seeked", "canplay", "playing", "timeupdate"] as const

/** Draws the last frame on top of the video while its source changes, because an element without a source is black. */
export const useHeldFrame = (
  element: Readonly<Ref<HTMLVideoElement | null>>,
  canvas: Readonly<Ref<HTMLCanvasElement | null>>
) => {
  const isHeld = shallowRef(false)
  let stop = (): void => undefined

  const release = (): void => {
    stop()
    isHeld.value = false
  }
  const hold = (): void => {
    const video = element.value
    const surface = canvas.value
    if (!video || !surface || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0)
      return
    // The canvas is not larger than the video on the screen, because a full 4K frame takes 33 MB of memory.
    const scale = Math.min(1, (video.clientWidth * devicePixelRatio || video.videoWidth) / video.videoWidth)
    surface.width = Math.round(video.videoWidth * scale)
    surface.height = Math.round(video.videoHeight * scale)
    surface.getContext("2d")?.drawImage(video, 0, 0, surface.width, surface.height)
    isHeld.value = true
  }
  /** Removes the drawn frame and calls back when the new source shows its first frame. */
  const releaseWithPicture = (shown: () => void): void => {
    stop()
    const video = element.value
    if (!video) return release()
    const look = (): void => {
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.seeking) return
      release()
      shown()
    }
    stop = listen(video, EVENTS, look)
    look()
  }
  onScopeDispose(() => stop())
  return { isHeld, hold, release, releaseWithPicture }
}

export type HeldFrame = ReturnType<typeof useHeldFrame>

import { shallowRef } from "vue"
import type { Engine, EngineStart } from "./Engine"

/** The file as it is, by the browser alone. */
export const makeDirectEngine = (
  video: HTMLVideoElement,
  { at, onFault, onReady, url }: EngineStart,
  hasPicture: boolean
): Engine => {
  const onMetadata = (): void => {
    if (at > 0) video.currentTime = at
    // A browser without the codec may play the sound alone and call that success.
    if (hasPicture && video.videoWidth === 0)
      return onFault({ kind: "unplayable", message: "This browser cannot show the picture of this file." })
    onReady()
  }
  const onError = (): void => {
    const code = video.error?.code
    if (code === undefined || code === MediaError.MEDIA_ERR_ABORTED) return
    onFault(
      code === MediaError.MEDIA_ERR_NETWORK
        ? { kind: "network", message: "The connection to the server was lost while loading." }
        : { kind: "unplayable", message: "This browser cannot play this file." }
    )
  }
  video.addEventListener("loadedmetadata", onMetadata)
  video.addEventListener("error", onError)
  video.src = url
  video.load()

  return {
    heights: shallowRef([]),
    currentHeight: shallowRef(0),
    pin: () => undefined,
    dispose: () => {
      video.removeEventListener("loadedmetadata", onMetadata)
      video.removeEventListener("error", onError)
      video.removeAttribute("src")
      video.load()
    }
  }
}

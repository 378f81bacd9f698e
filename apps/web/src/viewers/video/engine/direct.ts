import { shallowRef } from "vue"
import { translate } from "@/lib/messages"
import { listen } from "@/viewers/listen"
import { messages } from "../messages"
import type { Engine, EngineStart, Fault } from "./Engine"

/**
 * Maximum number of retries. Together with the pauses between them, they outlast a restart of the server, which takes
 * a few seconds.
 */
const RETRIES = 8
const longestPauseMs = 3_000

/** Plays the original file with the browser's own player. */
export const makeDirectEngine = (
  video: HTMLVideoElement,
  { at, onFault, onReady, url }: EngineStart,
  hasVideo: boolean
): Engine => {
  let position = at
  let shouldPlay = false
  let retries = 0
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const onMetadata = (): void => {
    if (position > 0) video.currentTime = position
    // A browser that does not support the video codec may play only the audio without reporting an error.
    if (hasVideo && video.videoWidth === 0)
      return onFault({ kind: "unplayable", message: translate(messages, "notDecoded") })
    if (shouldPlay) video.play().catch(() => undefined)
    onReady()
  }
  const onPlaying = (): void => {
    retries = 0
  }
  const tryAgain = (fault: Fault): void => {
    if (retries >= RETRIES) return onFault(fault)
    retries += 1
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        video.src = url
        video.load()
      },
      Math.min(longestPauseMs, 500 * retries)
    )
  }
  const onError = async (): Promise<void> => {
    const code = video.error?.code
    if (code === undefined || code === MediaError.MEDIA_ERR_ABORTED) return
    if (video.currentTime > 0) position = video.currentTime
    shouldPlay ||= !video.paused
    // The element reports the same error for an unreachable server and an unreadable file. A request to the server
    // tells them apart.
    const fault = await reachability(url)
    if (isOver) return
    if (fault?.kind === "refused") onFault(fault)
    else if (fault ?? code === MediaError.MEDIA_ERR_NETWORK) tryAgain(fault ?? lost())
    else onFault({ kind: "unplayable", message: translate(messages, "notPlayed") })
  }
  const stops = [
    listen(video, ["loadedmetadata"], onMetadata),
    listen(video, ["playing"], onPlaying),
    listen(video, ["error"], () => void onError())
  ]
  video.src = url
  video.load()

  return {
    heights: shallowRef([]),
    currentHeight: shallowRef(0),
    switchingTo: shallowRef<number>(),
    pin: () => undefined,
    dispose: () => {
      isOver = true
      clearTimeout(timer)
      for (const stop of stops) stop()
      video.removeAttribute("src")
      video.load()
    }
  }
}

const lost = (): Fault => ({ kind: "network", message: translate(messages, "lost") })

const reachability = async (url: string): Promise<Fault | undefined> => {
  try {
    const { ok, status } = await fetch(url, {
      method: "HEAD",
      credentials: "include",
      signal: AbortSignal.timeout(10_000)
    })
    if (ok) return undefined
    return status >= 500
      ? lost()
      : { kind: "refused", message: translate(messages, "originalGone", { status: String(status) }) }
  } catch {
    return lost()
  }
}

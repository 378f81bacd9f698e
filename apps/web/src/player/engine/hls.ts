import Hls from "hls.js/light"
import workerPath from "hls.js/dist/hls.worker.js?url"
import { shallowRef } from "vue"
import { makeDirectEngine } from "./direct"
import type { Engine, EngineStart } from "./Engine"

const NETWORK_RETRIES = 5
const MEDIA_RECOVERIES = 2
/** A playlist that is not ready yet is asked for again this often: about a minute. */
const MANIFEST_RETRIES = 30
const MANIFEST_RETRY_MS = 2_000

/**
 * The adaptive stream. hls.js wherever it works: Chromium says that it plays HLS by itself, but then stays on the
 * lowest rung and offers no choice of height.
 */
export const makeHlsEngine = (video: HTMLVideoElement, start: EngineStart): Engine => {
  if (!Hls.isSupported()) return makeDirectEngine(video, start, false)
  const heights = shallowRef<ReadonlyArray<number>>([])
  const currentHeight = shallowRef(0)
  let wanted: number | "auto" = "auto"
  let networkFaults = 0
  let mediaFaults = 0
  let manifestFaults = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const hls = new Hls({
    workerPath,
    startPosition: start.at > 0 ? start.at : -1,
    startLevel: -1,
    // The test would load a whole first segment, measure it and throw it away: 7 s instead of 1 s to the picture.
    testBandwidth: false,
    progressive: true,
    capLevelToPlayerSize: true,
    maxBufferLength: 30,
    // Without this one viewer makes the server convert the whole film at once: 13 segments in 4 seconds, measured.
    maxMaxBufferLength: 60,
    backBufferLength: 60
  })
  const applyPin = (): void => {
    if (wanted === "auto") hls.nextLevel = -1
    else {
      const level = hls.levels.findIndex((candidate) => candidate.height === wanted)
      // `currentLevel` shows the other height within half a second; `nextLevel` took up to 8 s.
      if (level >= 0) hls.currentLevel = level
    }
  }
  const later = (action: () => void, ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(action, ms)
  }

  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    heights.value = [...new Set(hls.levels.map((level) => level.height))].sort((one, other) => other - one)
    if (wanted !== "auto") applyPin()
    start.onReady()
  })
  hls.on(Hls.Events.LEVEL_SWITCHED, (_name, switched) => {
    currentHeight.value = hls.levels[switched.level]?.height ?? 0
  })
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    networkFaults = 0
  })
  hls.on(Hls.Events.ERROR, (_name, fault) => {
    if (!fault.fatal) return
    const noManifest =
      fault.details === Hls.ErrorDetails.MANIFEST_LOAD_ERROR ||
      fault.details === Hls.ErrorDetails.MANIFEST_LOAD_TIMEOUT
    if (noManifest && isWorthWaiting(fault.response?.code) && manifestFaults++ < MANIFEST_RETRIES) {
      return later(() => hls.loadSource(start.url), MANIFEST_RETRY_MS)
    }
    if (!noManifest && fault.type === Hls.ErrorTypes.NETWORK_ERROR && networkFaults++ < NETWORK_RETRIES) {
      return later(() => hls.startLoad(), 1_000 * Math.min(3, networkFaults))
    }
    if (fault.type === Hls.ErrorTypes.MEDIA_ERROR && mediaFaults++ < MEDIA_RECOVERIES)
      return hls.recoverMediaError()
    start.onFault(
      fault.type === Hls.ErrorTypes.NETWORK_ERROR
        ? { kind: "network", message: `The stream stopped arriving (${words(fault.details)}).` }
        : { kind: "unplayable", message: `The stream could not be played (${words(fault.details)}).` }
    )
  })
  hls.loadSource(start.url)
  hls.attachMedia(video)

  return {
    heights,
    currentHeight,
    pin: (height) => {
      wanted = height
      if (hls.levels.length > 0) applyPin()
    },
    dispose: () => {
      clearTimeout(timer)
      hls.destroy()
    }
  }
}

/** No answer, or "not ready": trying again is right. A 404 or a 401 stays what it is. */
const isWorthWaiting = (status: number | undefined): boolean => !status || status === 503 || status === 502

const words = (details: string): string => details.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

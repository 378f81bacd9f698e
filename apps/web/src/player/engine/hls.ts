import Hls from "hls.js/light"
import workerPath from "hls.js/dist/hls.worker.js?url"
import { shallowRef } from "vue"
import { bufferedEnd } from "../bufferedEnd"
import { makeDirectEngine } from "./direct"
import type { Engine, EngineStart, Fault } from "./Engine"

const NETWORK_RETRIES = 8
const MEDIA_RECOVERIES = 2
/** How often a playlist that is not ready is requested again: about a minute. */
const MANIFEST_RETRIES = 30
const MANIFEST_RETRY_MS = 2_000
/** 500: the server could not make a segment, and may the next time. */
const REFUSALS = 3
/** The file cannot be converted here; a retry is pointless. */
const UNPLAYABLE = 422
const SEGMENT_RETRIES = 20

/**
 * The adaptive stream. hls.js wherever it works: Chromium claims native HLS support, but then stays on the
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
  let refusals = 0
  let isGivenUp = false
  let stopLooking = (): void => undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const hls = new Hls({
    workerPath,
    startPosition: start.at > 0 ? start.at : -1,
    startLevel: -1,
    // The bandwidth test would load a full first segment and discard it: 7 s instead of 1 s to the first frame.
    testBandwidth: false,
    progressive: true,
    capLevelToPlayerSize: true,
    maxBufferLength: 30,
    // Without this a single viewer makes the server convert the entire video: 13 segments in 4 seconds, measured.
    maxMaxBufferLength: 60,
    backBufferLength: 60,
    fragLoadPolicy
  })
  /** A paused video keeps its old frame until it seeks, so a seek to the same position follows the new segment. */
  let repaintsAt: number | undefined
  const applyPin = (): void => {
    if (wanted === "auto") hls.nextLevel = -1
    else {
      const level = hls.levels.findIndex((candidate) => candidate.height === wanted)
      // `currentLevel` shows the other height within half a second; `nextLevel` took up to 8 s.
      if (level < 0) return
      if (video.paused && hls.currentLevel !== level) repaintsAt = level
      hls.currentLevel = level
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
  hls.on(Hls.Events.FRAG_BUFFERED, (_name, { frag }) => {
    networkFaults = 0
    refusals = 0
    const isHere = frag.start <= video.currentTime && video.currentTime < frag.start + frag.duration
    if (frag.level !== repaintsAt || !isHere) return
    repaintsAt = undefined
    // eslint-disable-next-line no-self-assign
    if (video.paused) video.currentTime = video.currentTime
  })
  const giveUp = (fault: Fault): void => {
    if (isGivenUp) return
    isGivenUp = true
    clearTimeout(timer)
    hls.stopLoad()
    start.onFault(fault)
  }
  /** A truncated video plays as far as it goes: what is loaded is shown first, the error where it ends. */
  const giveUpWhereItEnds = (fault: Fault): void => {
    hls.stopLoad()
    const look = (): void => {
      if (bufferedEnd(video) - video.currentTime > NEARLY_OVER_SECONDS) return
      stopLooking()
      giveUp(fault)
    }
    stopLooking = () => lookEvents.forEach((name) => video.removeEventListener(name, look))
    lookEvents.forEach((name) => video.addEventListener(name, look))
    look()
  }
  hls.on(Hls.Events.ERROR, (_name, fault) => {
    if (isGivenUp) return
    const answer = fault.response?.code ?? 0
    const isRefused = answer === UNPLAYABLE || (answer === 500 && ++refusals >= REFUSALS)
    if (fault.details === Hls.ErrorDetails.FRAG_LOAD_ERROR && isRefused)
      return giveUpWhereItEnds({
        kind: "refused",
        message: "The server could not convert this part of the video."
      })
    if (!fault.fatal) return
    const noManifest =
      fault.details === Hls.ErrorDetails.MANIFEST_LOAD_ERROR ||
      fault.details === Hls.ErrorDetails.MANIFEST_LOAD_TIMEOUT
    if (noManifest && isWorthWaiting(answer) && manifestFaults++ < MANIFEST_RETRIES) {
      return later(() => hls.loadSource(start.url), MANIFEST_RETRY_MS)
    }
    if (!noManifest && fault.type === Hls.ErrorTypes.NETWORK_ERROR && networkFaults++ < NETWORK_RETRIES) {
      return later(() => hls.startLoad(), 1_000 * Math.min(3, networkFaults))
    }
    if (fault.type === Hls.ErrorTypes.MEDIA_ERROR && mediaFaults++ < MEDIA_RECOVERIES)
      return hls.recoverMediaError()
    giveUp(
      noManifest && answer >= 400
        ? { kind: "refused", message: `The server has no stream of this video (it answered ${answer}).` }
        : fault.type === Hls.ErrorTypes.NETWORK_ERROR
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
      stopLooking()
      hls.destroy()
    }
  }
}

const NEARLY_OVER_SECONDS = 0.5
const lookEvents = ["timeupdate", "waiting"] as const

/** Busy (503) may take a while; no answer is a restart; what cannot be made (500) is requested one last time. */
const retry = {
  maxNumRetry: SEGMENT_RETRIES,
  retryDelayMs: 500,
  maxRetryDelayMs: 2_000,
  shouldRetry: (
    config: { readonly maxNumRetry: number } | null | undefined,
    count: number,
    isTimeout: boolean,
    answer: { readonly code?: number } | undefined
  ): boolean => {
    if (!config || count >= config.maxNumRetry) return false
    return answer?.code === 500 ? count < REFUSALS : isTimeout || isWorthWaiting(answer?.code ?? 0)
  }
} as const
const fragLoadPolicy = {
  default: { maxTimeToFirstByteMs: 20_000, maxLoadTimeMs: 120_000, timeoutRetry: retry, errorRetry: retry }
}

/** No answer, or "not ready": trying again is right. A 404 or a 401 stays what it is. */
const isWorthWaiting = (status: number): boolean => status === 0 || status === 503 || status === 502

const words = (details: string): string => details.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

import Hls from "hls.js/light"
import workerPath from "hls.js/dist/hls.worker.js?url"
import { shallowRef } from "vue"
import { translate } from "@/lib/messages"
import { bufferedEnd } from "@/viewers/bufferedEnd"
import { listen } from "@/viewers/listen"
import { messages } from "../messages"
import { makeDirectEngine } from "./direct"
import { eagerLoader } from "./eagerLoader"
import type { Engine, EngineStart, Fault } from "./Engine"
import { fragLoadPolicy, isWorthWaiting, REFUSALS } from "./hlsRetries"
import { firstLevel, isAtHome, levelAfterSeek, mayShowCopy, statedMegabits } from "./startLevel"

const NETWORK_RETRIES = 8
const MEDIA_RECOVERIES = 2
/** Maximum number of retries for a playlist that is not ready. Together, they take about a minute. */
const MANIFEST_RETRIES = 30
const MANIFEST_RETRY_MS = 2_000
/**
 * Maximum wait before the player switches to another height. After this time, the player switches even if the server
 * has not encoded the segments at the position. If the server encodes barely faster than real time, it would never
 * catch up with playback, so a longer wait would not help. The segments that the server has encoded during the wait at
 * least shorten the stall.
 */
const LONGEST_WAIT_MS = 4_000
/** Response status for a file that the server cannot convert. A retry is pointless. */
const UNPLAYABLE = 422

/**
 * Plays the adaptive stream with hls.js, even if the browser has native HLS support. Chromium claims to support HLS,
 * but then stays at the lowest height and offers no choice of heights.
 */
export const makeHlsEngine = (video: HTMLVideoElement, start: EngineStart): Engine => {
  if (!Hls.isSupported()) return makeDirectEngine(video, start, false)
  const heights = shallowRef<ReadonlyArray<number>>([])
  const currentHeight = shallowRef(0)
  const switchingTo = shallowRef<number>()
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
    // The bandwidth test would load a complete first segment only to discard it. With the test, the time to the first
    // frame increases from 1 s to 7 s.
    testBandwidth: false,
    progressive: true,
    capLevelToPlayerSize: true,
    maxBufferLength: 30,
    // Without this limit, a single viewer makes the server convert the entire video (13 segments in 4 seconds,
    // measured).
    maxMaxBufferLength: 60,
    backBufferLength: 60,
    fragLoadPolicy,
    fLoader: eagerLoader(() => video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA),
    // The API may have another origin than the page.
    fetchSetup: ({ url }, init) => new Request(url, { ...init, credentials: "include" }),
    xhrSetup: (request) => void (request.withCredentials = true)
  })
  /**
   * Makes the element show the new segment by seeking to the current position. Without this seek, a paused video shows
   * its old frame until the user seeks. A playing video shows the old height until the next key frame, for at most 2 s.
   */
  const repaint = (level: number): void => {
    // eslint-disable-next-line no-self-assign
    if (video.videoHeight !== hls.levels[level]?.height) video.currentTime = video.currentTime
  }
  let repaintsAt: number | undefined
  let warming: AbortController | undefined
  const show = (level: number): void => {
    warming?.abort()
    warming = undefined
    repaintsAt = level
    // `currentLevel` switches within half a second. `nextLevel` took up to 8 s.
    hls.loadLevel = level
    hls.startLoad()
    hls.currentLevel = level
  }
  /**
   * Switches to another height when the server has encoded it. Until then, playback continues at the current height,
   * because switching immediately would stall for seconds.
   */
  const showOnceMade = (level: number): void => {
    const target = hls.levels[level]
    if (!target) return show(level)
    const abort = new AbortController()
    warming = abort
    const done = (): void => {
      if (warming === abort) show(level)
    }
    // Stops loading segments of the current height. Each request for such a segment would make the server cancel the
    // segment of the new height that it is encoding for this viewer.
    hls.stopLoad()
    const nothingLeft = setTimeout(done, LONGEST_WAIT_MS)
    video.addEventListener("waiting", done, { signal: abort.signal })
    video.addEventListener("seeking", done, { signal: abort.signal })
    abort.signal.addEventListener("abort", () => clearTimeout(nothingLeft))
    const position = (): number => video.currentTime
    void import("./warmUp")
      .then(({ warmUp }) => warmUp({ url: target.uri, position, signal: abort.signal }))
      .then(done, done)
  }
  const applyPin = (): void => {
    if (warming) {
      warming.abort()
      warming = undefined
      hls.startLoad()
    }
    switchingTo.value = undefined
    if (wanted === "auto") {
      hls.nextLevel = -1
      return
    }
    const level = hls.levels.findIndex((candidate) => candidate.height === wanted)
    if (level < 0) return
    // Before the first frame is shown, the height can be changed without waiting.
    if (hls.currentLevel < 0) {
      hls.currentLevel = level
      return
    }
    if (hls.currentLevel === level) {
      hls.nextLevel = level
      if (video.paused) repaint(level)
      return
    }
    switchingTo.value = wanted
    showOnceMade(level)
  }
  const later = (action: () => void, ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(action, ms)
  }

  const quickest = () => firstLevel(hls.levels, hls.maxAutoLevel, statedMegabits())
  // This listener must run before hls.js handles the event and selects a level.
  const onSeeking = (): void => {
    if (wanted !== "auto" || bufferedEnd(video) > video.currentTime) return
    const level = levelAfterSeek(hls.levels, hls.loadLevel, quickest(), hls.bandwidthEstimate)
    if (level !== undefined) hls.nextAutoLevel = level
  }
  const stopFollowing = listen(video, ["seeking"], onSeeking)

  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (isAtHome() && mayShowCopy(hls.levels, video.clientHeight)) hls.capLevelToPlayerSize = false
    hls.startLevel = quickest()
    heights.value = heightsOf(hls.levels)
    if (wanted !== "auto") applyPin()
    start.onReady()
  })
  hls.on(Hls.Events.LEVELS_UPDATED, () => (heights.value = heightsOf(hls.levels)))
  hls.on(Hls.Events.LEVEL_SWITCHED, (_name, switched) => {
    currentHeight.value = hls.levels[switched.level]?.height ?? 0
    if (currentHeight.value === switchingTo.value) switchingTo.value = undefined
  })
  hls.on(Hls.Events.FRAG_BUFFERED, (_name, { frag }) => {
    networkFaults = 0
    refusals = 0
    const isHere = frag.start <= video.currentTime && video.currentTime < frag.start + frag.duration
    if (frag.level !== repaintsAt || !isHere) return
    repaintsAt = undefined
    const isShown = video.videoHeight === hls.levels[frag.level]?.height
    // eslint-disable-next-line no-self-assign
    if (video.paused || (!isShown && bufferedEnd(video) - video.currentTime > 1))
      video.currentTime = video.currentTime
  })
  /** Reloads the element. Reloading pauses the element, so playback is resumed afterwards. */
  const recover = (): void => {
    const shouldPlay = !video.paused
    hls.recoverMediaError()
    if (shouldPlay) video.play().catch(() => undefined)
  }
  const giveUp = (fault: Fault): void => {
    if (isGivenUp) return
    isGivenUp = true
    clearTimeout(timer)
    hls.stopLoad()
    start.onFault(fault)
  }
  /**
   * Plays the part that has been loaded until it ends, and then reports the error. Used for videos that cannot be
   * encoded to the end.
   */
  const giveUpWhereItEnds = (fault: Fault): void => {
    hls.stopLoad()
    const look = (): void => {
      if (bufferedEnd(video) - video.currentTime > NEARLY_OVER_SECONDS) return
      stopLooking()
      giveUp(fault)
    }
    stopLooking = listen(video, lookEvents, look)
    look()
  }
  /** Removes a height that the server cannot encode. Returns false if no other height is left. */
  const dropLevel = (level: number | undefined): boolean => {
    if (wanted !== "auto" || level === undefined || level < 0 || hls.levels.length < 2) return false
    hls.removeLevel(level)
    hls.nextLoadLevel = Math.max(0, level - 1)
    refusals = 0
    hls.startLoad(video.currentTime || -1)
    return true
  }
  hls.on(Hls.Events.ERROR, (_name, fault) => {
    if (isGivenUp) return
    const answer = fault.response?.code ?? 0
    const isRefused = answer === UNPLAYABLE || (answer === 500 && ++refusals >= REFUSALS)
    if (fault.details === Hls.ErrorDetails.FRAG_LOAD_ERROR && isRefused) {
      if (dropLevel(fault.frag?.level)) return
      return giveUpWhereItEnds({
        kind: "refused",
        message: translate(messages, "notConvertedPart")
      })
    }
    if (!fault.fatal) return
    const noManifest =
      fault.details === Hls.ErrorDetails.MANIFEST_LOAD_ERROR ||
      fault.details === Hls.ErrorDetails.MANIFEST_LOAD_TIMEOUT
    if (noManifest && isWorthWaiting(answer) && manifestFaults++ < MANIFEST_RETRIES) {
      return later(() => hls.loadSource(url), MANIFEST_RETRY_MS)
    }
    if (!noManifest && fault.type === Hls.ErrorTypes.NETWORK_ERROR && networkFaults++ < NETWORK_RETRIES) {
      return later(() => hls.startLoad(), 1_000 * Math.min(3, networkFaults))
    }
    if (fault.type === Hls.ErrorTypes.MEDIA_ERROR && mediaFaults++ < MEDIA_RECOVERIES) return recover()
    giveUp(
      noManifest && answer >= 400
        ? { kind: "refused", message: translate(messages, "noStream", { status: String(answer) }) }
        : fault.type === Hls.ErrorTypes.NETWORK_ERROR
          ? {
              kind: "network",
              message: translate(messages, "stoppedArriving", { detail: words(fault.details) })
            }
          : {
              kind: "unplayable",
              message: translate(messages, "notStream", { detail: words(fault.details) })
            }
    )
  })
  // `parts=true` requests segments in parts, so that seeking to the end of a segment need not wait for its start.
  // `at` lets the server start encoding at the visible frame.
  const hint = start.isPinned ? "" : `&at=${start.at.toFixed(3)}`
  const url = `${start.url}${start.url.includes("?") ? "&" : "?"}parts=true${hint}`
  hls.loadSource(url)
  hls.attachMedia(video)

  return {
    heights,
    currentHeight,
    switchingTo,
    pin: (height) => {
      wanted = height
      if (hls.levels.length > 0) applyPin()
    },
    dispose: () => {
      clearTimeout(timer)
      warming?.abort()
      stopLooking()
      stopFollowing()
      hls.destroy()
    }
  }
}

const heightsOf = (levels: ReadonlyArray<{ readonly height: number }>): ReadonlyArray<number> =>
  [...new Set(levels.map(({ height }) => height))].sort((one, other) => other - one)

const NEARLY_OVER_SECONDS = 0.5
const lookEvents = ["timeupdate", "waiting"] as const

const words = (details: string): string => details.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

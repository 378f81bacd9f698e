import type { Video } from "@media/features/media/videos/contract"
import { computed, onScopeDispose, shallowRef, type Ref } from "vue"
import { translate } from "@/lib/messages"
import { apiAddress } from "@/lib/urlBase"
import { makeDirectEngine } from "../engine/direct"
import type { Engine, EngineStart, Fault } from "../engine/Engine"
import { messages } from "../messages"
import { saysItPlays } from "../originalPlayable"
import { isUsual, streamUrl, type TrackChoice } from "../tracks/trackChoice"
import { rememberMode, type PlaybackMode } from "../playbackMode"
import type { HeldFrame } from "../useHeldFrame"
import { usePosition } from "./usePosition"

export interface PlaybackOptions {
  readonly video: Video
  readonly mode: PlaybackMode
  readonly startAt: number
  /** The tracks to start with. They come from the version that played before. */
  readonly tracks?: TrackChoice
  readonly heldFrame: HeldFrame
  readonly onNotice: (text: string) => void
}

/**
 * Loads and plays the video in a playback mode. After a switch to another mode, playback continues at the same
 * position, and the last frame stays visible in the meantime.
 */
export const usePlayback = (element: Readonly<Ref<HTMLVideoElement | null>>, options: PlaybackOptions) => {
  const { heldFrame, onNotice, video } = options
  const mode = shallowRef<PlaybackMode>(
    options.mode === "direct" && !isUsual(options.tracks ?? {}) ? "auto" : options.mode
  )
  const tracks = shallowRef<TrackChoice>(options.tracks ?? {})
  const engine = shallowRef<Engine>()
  const fault = shallowRef<Fault>()
  const isReady = shallowRef(false)
  /** The newly selected mode while the visible frame still belongs to the previous mode. */
  const changingTo = shallowRef<PlaybackMode>()
  /** True if this browser has failed to play the original file, or does not support its type. */
  const isOriginalRefused = shallowRef(false)
  let attempt = 0
  const { position, startsAt } = usePosition(element, options.startAt)

  /**
   * Returns false if the type of the original is known and the browser does not support this type. Otherwise returns
   * true.
   */
  const mayPlayDirectly = (): boolean =>
    video.playback.directPlayable.mimeType === null || !element.value || saysItPlays(element.value, video)

  const stop = (): void => {
    engine.value?.dispose()
    engine.value = undefined
  }
  const fail = (failure: Fault): void => {
    heldFrame.release()
    changingTo.value = undefined
    fault.value = failure
  }

  const load = async (next: PlaybackMode, at: () => number, shouldPlay: boolean): Promise<void> => {
    const target = element.value
    if (!target) return
    const current = ++attempt
    const isChange = engine.value !== undefined && isReady.value && fault.value === undefined
    fault.value = undefined
    mode.value = next
    changingTo.value = isChange ? next : undefined
    // The current engine continues to play until the code of the other engine is loaded.
    const hls = next === "direct" ? undefined : await import("../engine/hls").catch(() => null)
    if (current !== attempt) return
    if (hls === null) return fail({ kind: "network", message: translate(messages, "engineMissing") })
    const seconds = at()
    startsAt(seconds)
    if (isChange) heldFrame.hold()
    stop()
    isReady.value = false
    const rate = target.playbackRate
    const start = (url: string): EngineStart => ({
      url,
      at: seconds,
      onFault: (failure) => current === attempt && onFault(failure),
      onReady: () => {
        if (current !== attempt) return
        isReady.value = true
        target.playbackRate = rate
        // Ignores the rejection if the browser blocks autoplay. A click on the central button is then the required user
        // gesture.
        if (shouldPlay) target.play().catch(() => undefined)
        heldFrame.releaseWithPicture(() => (changingTo.value = undefined))
      }
    })
    if (hls === undefined) {
      engine.value = makeDirectEngine(
        target,
        start(apiAddress(video.playback.directUrl)),
        video.videoCodec !== null
      )
      return
    }
    engine.value = hls.makeHlsEngine(target, {
      ...start(streamUrl(apiAddress(video.playback.hlsUrl), tracks.value)),
      isPinned: typeof next === "number"
    })
    engine.value.pin(next === "direct" ? "auto" : next)
  }

  const onFault = (failure: Fault): void => {
    if (mode.value === "direct" && failure.kind === "unplayable") {
      isOriginalRefused.value = true
      onNotice(translate(messages, "originalRefused"))
      void load("auto", position, true)
      return
    }
    fail(failure)
  }
  onScopeDispose(() => {
    attempt += 1
    stop()
  })

  return {
    mode,
    fault,
    isReady,
    isOriginalRefused,
    /** The selected mode while another mode is still displayed. Undefined otherwise. */
    switchingTo: computed<PlaybackMode | undefined>(
      () => changingTo.value ?? engine.value?.switchingTo.value
    ),
    heights: computed(() => engine.value?.heights.value ?? []),
    currentHeight: computed(() => engine.value?.currentHeight.value ?? 0),
    begin: (): void => {
      const refused = mode.value === "direct" && !mayPlayDirectly()
      isOriginalRefused.value = refused
      if (refused) onNotice(translate(messages, "originalRefused"))
      void load(refused ? "auto" : mode.value, () => options.startAt, true)
    },
    tracks,
    /**
     * Plays other tracks. Other tracks require the stream, unless the browser can select them in the original (see
     * `applyTracks`).
     */
    chooseTracks: (next: TrackChoice): void => {
      if (isUsual(next) && isUsual(tracks.value)) return
      tracks.value = next
      const wasPlaying = element.value ? !element.value.paused : true
      void load(mode.value === "direct" ? "auto" : mode.value, position, wasPlaying)
    },
    choose: (next: PlaybackMode): void => {
      rememberMode(next)
      if (next === "direct") tracks.value = {}
      const wasPlaying = element.value ? !element.value.paused : true
      const isSameEngine = next !== "direct" && mode.value !== "direct" && engine.value && !fault.value
      if (isSameEngine) {
        mode.value = next
        engine.value?.pin(next)
      } else if (next !== mode.value || fault.value || !engine.value)
        void load(next, position, wasPlaying || fault.value !== undefined)
    },
    /**
     * Stops the current attempt and reports the fault. Called if the server reports that it cannot provide the
     * stream.
     */
    giveUp: (reason: Fault): void => {
      attempt += 1
      stop()
      fail(reason)
    },
    retry: (): void => void load(mode.value, position, true)
  }
}

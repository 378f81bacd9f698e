import type { Video } from "@media/features/videos/contract"
import { computed, onScopeDispose, shallowRef, type Ref } from "vue"
import { makeDirectEngine } from "../engine/direct"
import type { Engine, EngineStart, Fault } from "../engine/Engine"
import { rememberMode, type PlaybackMode } from "../playbackMode"

export interface PlaybackOptions {
  readonly video: Video
  readonly mode: PlaybackMode
  readonly startAt: number
  readonly onNotice: (text: string) => void
}

/** The playback mode, and switching it without losing the position. */
export const usePlayback = (element: Readonly<Ref<HTMLVideoElement | null>>, options: PlaybackOptions) => {
  const { onNotice, video } = options
  const mode = shallowRef<PlaybackMode>(options.mode)
  const engine = shallowRef<Engine>()
  const fault = shallowRef<Fault>()
  const isReady = shallowRef(false)
  /** The original was tried here, and this browser cannot play it. */
  const isOriginalRefused = shallowRef(false)
  let attempt = 0

  const canPlayDirectly = (): boolean => {
    const type = video.playback.directPlayable.mimeType
    return type === null || element.value?.canPlayType(type) !== ""
  }

  const load = async (next: PlaybackMode, at: number, shouldPlay: boolean): Promise<void> => {
    const target = element.value
    if (!target) return
    const current = ++attempt
    engine.value?.dispose()
    engine.value = undefined
    fault.value = undefined
    isReady.value = false
    mode.value = next
    const rate = target.playbackRate
    const start = (url: string): EngineStart => ({
      url,
      at,
      onFault: (failure) => current === attempt && onFault(failure),
      onReady: () => {
        if (current !== attempt) return
        isReady.value = true
        target.playbackRate = rate
        // Autoplay was blocked: pressing the button in the middle is the required gesture.
        if (shouldPlay) target.play().catch(() => undefined)
      }
    })
    if (next === "direct") {
      engine.value = makeDirectEngine(target, start(video.playback.directUrl), video.videoCodec !== null)
      return
    }
    const { makeHlsEngine } = await import("../engine/hls")
    if (current !== attempt) return
    engine.value = makeHlsEngine(target, start(video.playback.hlsUrl))
    engine.value.pin(next)
  }

  const position = (): number => element.value?.currentTime ?? 0
  const onFault = (failure: Fault): void => {
    if (mode.value === "direct" && failure.kind === "unplayable") {
      isOriginalRefused.value = true
      onNotice("This browser cannot play the original file – switched to Auto")
      void load("auto", position() || options.startAt, true)
      return
    }
    fault.value = failure
  }
  onScopeDispose(() => {
    attempt += 1
    engine.value?.dispose()
  })

  return {
    mode,
    fault,
    isReady,
    isOriginalRefused,
    heights: computed(() => engine.value?.heights.value ?? []),
    currentHeight: computed(() => engine.value?.currentHeight.value ?? 0),
    begin: (): void => {
      const refused = mode.value === "direct" && !canPlayDirectly()
      isOriginalRefused.value = refused
      if (refused) onNotice("This browser cannot play the original file – playing Auto")
      void load(refused ? "auto" : mode.value, options.startAt, true)
    },
    choose: (next: PlaybackMode): void => {
      rememberMode(next)
      const wasPlaying = element.value ? !element.value.paused : true
      if (next !== "direct" && mode.value !== "direct" && engine.value && !fault.value) {
        mode.value = next
        onNotice(next === "auto" ? "Auto" : `Switching to ${next}p`)
        engine.value.pin(next)
      } else void load(next, position() || options.startAt, wasPlaying || fault.value !== undefined)
    },
    /** Stops the current attempt, which can only fail. */
    giveUp: (reason: Fault): void => {
      attempt += 1
      engine.value?.dispose()
      engine.value = undefined
      fault.value = reason
    },
    retry: (): void => void load(mode.value, position() || options.startAt, true)
  }
}

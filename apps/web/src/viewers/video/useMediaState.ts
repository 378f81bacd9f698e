import { onScopeDispose, reactive, readonly, watch, type Ref } from "vue"
import { lasting } from "@/lib/storage"
import { bufferedEnd } from "@/viewers/bufferedEnd"
import { listen } from "@/viewers/listen"

/** Returns the reactive state of a media element. */
export const useMediaState = (element: Readonly<Ref<HTMLVideoElement | null>>) => {
  const state = reactive({
    playing: false,
    ended: false,
    waiting: false,
    hasFrame: false,
    time: 0,
    duration: 0,
    buffered: 0,
    volume: 1,
    muted: false,
    rate: 1
  })

  const read = (video: HTMLVideoElement, event: string): void => {
    state.playing = !video.paused && !video.ended
    state.ended = video.ended
    state.time = video.currentTime
    state.duration = Number.isFinite(video.duration) ? video.duration : 0
    state.buffered = bufferedEnd(video)
    state.volume = video.volume
    state.muted = video.muted
    state.rate = video.playbackRate
    state.hasFrame = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    if (event === "waiting" || event === "seeking") state.waiting = true
    else if (state.hasFrame) state.waiting = false
    if (event === "volumechange") {
      lasting.write("volume", String(video.volume))
      lasting.write("muted", String(video.muted))
    }
  }
  const events = [
    "play",
    "pause",
    "ended",
    "timeupdate",
    "durationchange",
    "progress",
    "volumechange",
    "ratechange",
    "waiting",
    "playing",
    "seeking",
    "seeked",
    "loadeddata",
    "canplay",
    "emptied"
  ]

  watch(
    element,
    (video, _before, onCleanup) => {
      if (!video) return
      const volume = Number(lasting.read("volume") ?? 1)
      video.volume = volume >= 0 && volume <= 1 ? volume : 1
      video.muted = lasting.read("muted") === "true"
      onCleanup(listen(video, events, ({ type }) => read(video, type)))
    },
    { immediate: true }
  )
  onScopeDispose(() => element.value?.pause())
  return readonly(state)
}

export type MediaState = ReturnType<typeof useMediaState>

import type { Ref } from "vue"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

export const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3] as const

/** Formats a playback speed like "1.5×". The decimal separator is always a point. */
export const rateText = (rate: number): string => translate(messages, "rate", { rate: String(rate) })

/**
 * Returns the actions for the player's buttons, shortcuts and gestures. `announce` shows a short message on top of the
 * video.
 */
export const makePlayerActions = (
  element: Readonly<Ref<HTMLVideoElement | null>>,
  announce: (text: string) => void
) => {
  const withVideo = (act: (video: HTMLVideoElement) => void): void => {
    if (element.value) act(element.value)
  }
  const seekTo = (seconds: number): void =>
    withVideo((video) => {
      const end = Number.isFinite(video.duration) ? video.duration : seconds
      video.currentTime = Math.min(Math.max(0, seconds), Math.max(0, end - 0.1))
    })
  const setVolume = (volume: number): void =>
    withVideo((video) => {
      video.volume = Math.min(1, Math.max(0, volume))
      video.muted = false
      announce(translate(messages, "volumeAt", { percent: Math.round(video.volume * 100) }))
    })
  const setRate = (rate: number): void =>
    withVideo((video) => {
      video.playbackRate = rate
      announce(rateText(rate))
    })

  return {
    seekTo,
    setVolume,
    setRate,
    toggle: (): void =>
      withVideo((video) => void (video.paused ? video.play().catch(() => undefined) : video.pause())),
    seekBy: (seconds: number): void => withVideo((video) => seekTo(video.currentTime + seconds)),
    changeVolume: (by: number): void => withVideo((video) => setVolume(video.volume + by)),
    toggleMute: (): void =>
      withVideo((video) => {
        video.muted = !video.muted
        announce(translate(messages, video.muted ? "muted" : "soundOn"))
      }),
    changeRate: (steps: number): void =>
      withVideo((video) => {
        const now = RATES.findIndex((rate) => rate >= video.playbackRate)
        setRate(RATES[Math.min(RATES.length - 1, Math.max(0, now + steps))] ?? 1)
      }),
    stepFrame: (direction: 1 | -1, frameRate: number): void =>
      withVideo((video) => {
        video.pause()
        seekTo(video.currentTime + direction / frameRate)
      }),
    toggleFullscreen: (): void => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      // Shows the whole page in full screen, so that dialogs and menus are visible and full screen continues with the
      // next video.
      else if (document.fullscreenEnabled)
        void document.documentElement.requestFullscreen().catch(() => undefined)
      // On iPhones, only the video element can be in full screen.
      else (element.value as { webkitEnterFullscreen?: () => void } | null)?.webkitEnterFullscreen?.()
    },
    togglePictureInPicture: (): void =>
      withVideo((video) => {
        const change = document.pictureInPictureElement
          ? document.exitPictureInPicture()
          : video.requestPictureInPicture?.()
        void change?.catch(() => announce(translate(messages, "pipUnavailable")))
      })
  }
}

export type PlayerActions = ReturnType<typeof makePlayerActions>

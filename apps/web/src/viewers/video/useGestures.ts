import { translate } from "@/lib/messages"
import { rateText, type PlayerActions } from "./actions"
import { messages } from "./messages"

const DOUBLE_TAP_MS = 280
const LONG_PRESS_MS = 450
const FAST_RATE = 2

export interface GestureTargets {
  readonly element: () => HTMLVideoElement | null
  readonly actions: PlayerActions
  readonly isIdle: () => boolean
  readonly wake: () => void
  readonly rest: () => void
  readonly announce: (text: string) => void
}

/**
 * Handles gestures on the video. With a mouse, a click plays or pauses, and a double click toggles full screen. On a
 * touch screen, a tap shows the controls, a double tap seeks, and a long press plays at double speed.
 */
export const useGestures = ({ actions, element, isIdle, rest, announce, wake }: GestureTargets) => {
  let lastTap = 0
  let press: ReturnType<typeof setTimeout> | undefined
  let rateBefore: number | undefined

  const beginPress = (): void => {
    press = setTimeout(() => {
      const video = element()
      if (!video || video.paused) return
      rateBefore = video.playbackRate
      video.playbackRate = FAST_RATE
      announce(rateText(FAST_RATE))
    }, LONG_PRESS_MS)
  }
  const endPress = (): boolean => {
    clearTimeout(press)
    const video = element()
    const wasFast = rateBefore !== undefined
    if (video && rateBefore !== undefined) video.playbackRate = rateBefore
    rateBefore = undefined
    return wasFast
  }
  const tap = (event: PointerEvent): void => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const part = (event.clientX - box.left) / box.width
    const isDouble = event.timeStamp - lastTap < DOUBLE_TAP_MS
    lastTap = event.timeStamp
    if (isDouble && (part < 0.4 || part > 0.6)) {
      const by = part < 0.4 ? -10 : 10
      actions.seekBy(by)
      return announce(translate(messages, by < 0 ? "jumpBack" : "jumpForward", { seconds: 10 }))
    }
    if (isIdle()) wake()
    else rest()
  }

  return {
    onPointerdown: (event: PointerEvent): void => {
      if (event.pointerType !== "mouse") beginPress()
    },
    onPointerup: (event: PointerEvent): void => {
      if (event.pointerType === "mouse") {
        if (event.button === 0) actions.toggle()
      } else if (!endPress()) tap(event)
    },
    onPointercancel: (): void => void endPress(),
    onDblclick: (event: MouseEvent): void => {
      if ((event as PointerEvent).pointerType !== "touch") actions.toggleFullscreen()
    }
  }
}

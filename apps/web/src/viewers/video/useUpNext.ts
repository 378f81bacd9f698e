import { computed, onScopeDispose, shallowRef, watch } from "vue"

/** Seconds before the end when the card appears. */
export const CARD_SECONDS = 20
/** Seconds before the end when the countdown starts. The next video starts at the end, so nothing is cut off. */
export const COUNTDOWN_SECONDS = 10

export interface UpNextState {
  readonly time: number
  readonly duration: number
  readonly playing: boolean
  readonly ended: boolean
}

/**
 * Shows the next video near the end, and starts it unless the user cancels. While `asks` is true, the next video
 * waits for the user, who may have fallen asleep.
 */
export const useUpNext = (
  state: UpNextState,
  hasNext: () => boolean,
  playNext: () => void,
  asks: () => boolean = () => false
) => {
  const isCanceled = shallowRef(false)
  const left = shallowRef(COUNTDOWN_SECONDS)
  const remaining = computed(() => state.duration - state.time)
  const isNear = computed(
    () => state.duration > 0 && (state.ended || remaining.value <= Math.min(CARD_SECONDS, state.duration / 2))
  )
  const isShown = computed(() => isNear.value && hasNext() && !isCanceled.value)
  const isCounting = computed(
    () => isShown.value && !asks() && (state.ended || (state.playing && remaining.value <= COUNTDOWN_SECONDS))
  )
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = (): void => clearInterval(timer)
  watch(isCounting, (counting) => {
    stop()
    if (!counting) return
    timer = setInterval(() => {
      left.value -= 1
      if (left.value > 0 || !state.ended) return
      stop()
      playNext()
    }, 1_000)
  })
  // Seeking back into the video resets the card.
  watch(isShown, (shown) => {
    if (!shown) left.value = COUNTDOWN_SECONDS
  })
  onScopeDispose(stop)
  return {
    isShown,
    seconds: computed(() => (isCounting.value ? Math.max(1, left.value) : undefined)),
    cancel: (): void => void (isCanceled.value = true)
  }
}

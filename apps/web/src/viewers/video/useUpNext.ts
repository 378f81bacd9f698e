import { computed, onScopeDispose, shallowRef, watch } from "vue"

/** Number of seconds before the end of a video at which the card of the next video appears. */
export const CARD_SECONDS = 20
/** Number of seconds before the end of a video at which the countdown starts. The next video starts only at the end. */
export const COUNTDOWN_SECONDS = 10

export interface UpNextState {
  readonly time: number
  readonly duration: number
  readonly playing: boolean
  readonly ended: boolean
}

/**
 * Shows the next video near the end of the current video, and starts the next video unless the user cancels. While
 * `asks` is true, the next video waits for a confirmation, because the user may have fallen asleep.
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
  // Resets the countdown when the user seeks back.
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

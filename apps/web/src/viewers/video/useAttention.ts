import { onScopeDispose, shallowRef } from "vue"

/** Number of videos that start automatically before the player asks whether the user is still watching. */
export const MOST_UNATTENDED = 3

/** Number of videos that have started without input. It is a module variable, because each video has its own player. */
let unattended = 0

const signs = ["pointerdown", "pointermove", "keydown", "wheel"] as const

/** Counts the videos that have started automatically since the last input by keyboard, mouse or touch. */
export const useAttention = () => {
  const isLost = shallowRef(unattended >= MOST_UNATTENDED)
  const notice = ({ type }: Event): void => {
    // While the player asks, moving the mouse does not count as an answer.
    if (type === "keydown" || type === "pointerdown") isLost.value = false
    if (!isLost.value) unattended = 0
  }
  for (const sign of signs) document.addEventListener(sign, notice, { passive: true })
  onScopeDispose(() => {
    for (const sign of signs) document.removeEventListener(sign, notice)
  })
  return {
    isLost,
    /** Increases the count. The player must call this function when the next video has started automatically. */
    playedOn: (): void => {
      unattended += 1
    }
  }
}

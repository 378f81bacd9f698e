import { onScopeDispose, shallowRef } from "vue"

/** The number of videos that start automatically before the player asks whether the user is still watching. */
export const MOST_UNATTENDED = 3

/** Shared by all videos, because each one has its own player. */
let unattended = 0

const signs = ["pointerdown", "pointermove", "keydown", "wheel"] as const

/** Counts the videos that started automatically since the last input by keyboard, mouse or touch. */
export const useAttention = () => {
  const isLost = shallowRef(unattended >= MOST_UNATTENDED)
  const notice = ({ type }: Event): void => {
    // While the question is shown, mouse movement does not count as an answer.
    if (type === "keydown" || type === "pointerdown") isLost.value = false
    if (!isLost.value) unattended = 0
  }
  for (const sign of signs) document.addEventListener(sign, notice, { passive: true })
  onScopeDispose(() => {
    for (const sign of signs) document.removeEventListener(sign, notice)
  })
  return {
    isLost,
    /** The next video started automatically. */
    playedOn: (): void => {
      unattended += 1
    }
  }
}

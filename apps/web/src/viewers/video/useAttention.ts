import { onScopeDispose, shallowRef } from "vue"

/** The number of videos that start on their own before the player asks whether someone still watches. */
export const MOST_UNATTENDED = 3

/** Lasts from one video to the next, because each one has a player of its own. */
let unattended = 0

const signs = ["pointerdown", "pointermove", "keydown", "wheel"] as const

/** Counts the videos that started on their own since the user last used the keyboard, the mouse or the screen. */
export const useAttention = () => {
  const isLost = shallowRef(unattended >= MOST_UNATTENDED)
  const notice = ({ type }: Event): void => {
    // Once the question is shown, a mouse that moves is no answer.
    if (type === "keydown" || type === "pointerdown") isLost.value = false
    if (!isLost.value) unattended = 0
  }
  for (const sign of signs) document.addEventListener(sign, notice, { passive: true })
  onScopeDispose(() => {
    for (const sign of signs) document.removeEventListener(sign, notice)
  })
  return {
    isLost,
    /** The next video starts on its own. */
    playedOn: (): void => {
      unattended += 1
    }
  }
}

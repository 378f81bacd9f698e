import { onScopeDispose, shallowRef } from "vue"

const WORD_MS = 1_200
const NOTICE_MS = 5_000

/** Shows one short message at a time on top of the video. A new message replaces the previous one. */
export const useNotices = () => {
  const word = shallowRef("")
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (text: string, ms: number): void => {
    word.value = text
    clearTimeout(timer)
    timer = setTimeout(() => (word.value = ""), ms)
  }
  onScopeDispose(() => clearTimeout(timer))
  return {
    word,
    /** Briefly shows the result of a key press or gesture. */
    announce: (text: string): void => show(text, WORD_MS),
    /**
     * Shows a message about an event that the user did not cause. The message remains visible longer, because the
     * user does not expect it.
     */
    notify: (text: string): void => show(text, NOTICE_MS)
  }
}

import { shallowRef } from "vue"

/** Undoes the last change of this tab that offered it. */
export const lastUndo = shallowRef<() => Promise<void>>()

/** For the key; `false` leaves it to the browser. */
export const undoLast = (): boolean => {
  const run = lastUndo.value
  if (run === undefined) return false
  void run()
  return true
}

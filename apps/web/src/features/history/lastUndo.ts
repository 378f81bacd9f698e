import { shallowRef } from "vue"

/** Undoes the last change made in this tab that offers an undo. */
export const lastUndo = shallowRef<() => Promise<void>>()

/** Handles the undo shortcut; returns `false` if there is nothing to undo, so the browser handles the key. */
export const undoLast = (): boolean => {
  const run = lastUndo.value
  if (run === undefined) return false
  void run()
  return true
}

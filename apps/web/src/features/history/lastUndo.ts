import { shallowRef } from "vue"

/** A function that undoes the last undoable change made in this tab. Undefined if there is no such change. */
export const lastUndo = shallowRef<() => Promise<void>>()

/** Handles the undo shortcut. Returns `false` if there is no change to undo, so that the browser handles the key. */
export const undoLast = (): boolean => {
  const run = lastUndo.value
  if (run === undefined) return false
  void run()
  return true
}

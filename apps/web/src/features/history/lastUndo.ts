import { shallowRef } from "vue"
import { toast } from "@/ui/toasts"

/** A function that undoes the last undoable change made in this tab. Undefined if there is no such change. */
export const lastUndo = shallowRef<() => Promise<void>>()

/**
 * Shows a message with a button that reverts a change. The undo shortcut reverts the same change, until the user makes
 * another change.
 */
export const offerRevert = (text: string, label: string, revert: () => Promise<unknown>): void => {
  const run = async (): Promise<void> => {
    if (lastUndo.value === run) lastUndo.value = undefined
    await revert()
  }
  lastUndo.value = run
  toast(text, "plain", { label, run: () => void run() })
}

/** Handles the undo shortcut. Returns `false` if there is no change to undo, so that the browser handles the key. */
export const undoLast = (): boolean => {
  const run = lastUndo.value
  if (run === undefined) return false
  void run()
  return true
}

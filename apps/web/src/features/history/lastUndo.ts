import { shallowRef } from "vue"
import { toast } from "@/ui/toasts"

/** Undoes the last change made in this tab. Undefined if there is nothing to undo. */
export const lastUndo = shallowRef<() => Promise<void>>()

/** Shows a message with a button that reverts a change. Until the next change, the undo shortcut does the same. */
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

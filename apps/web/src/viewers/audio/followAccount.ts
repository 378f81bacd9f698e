import { lasting } from "@/lib/storage"
import { audioBar, listener, storedQueueKey } from "./shown"

/**
 * The page now belongs to this account: the queue of the previous account is removed, and this account's queue is
 * restored.
 */
export const followAccount = (now: string | undefined): void => {
  const before = listener.value
  if (before !== undefined && before !== now) {
    // Closes the bar before the account changes: closing deletes the stored queue of the current one.
    audioBar.value?.close()
    lasting.drop(storedQueueKey(before))
  }
  listener.value = now
  if (now === undefined || lasting.read(storedQueueKey(now)) === null) return
  void import("./show").then(
    ({ restore }) => {
      // The account may have changed while the code was loading.
      if (listener.value === now) restore(now)
    },
    // If the code cannot be loaded, the bar stays hidden.
    () => undefined
  )
}

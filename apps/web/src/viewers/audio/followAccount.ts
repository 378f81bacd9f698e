import { lasting } from "@/lib/storage"
import { audioBar, listener, storedQueueKey } from "./shown"

/**
 * Switches to the account `now`: removes the queue of the previous account, and restores the queue of the new account.
 */
export const followAccount = (now: string | undefined): void => {
  const before = listener.value
  if (before !== undefined && before !== now) {
    // Closes the bar before the account changes, because closing deletes the stored queue of the current account.
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
    // If the code cannot be loaded, the bar remains hidden.
    () => undefined
  )
}

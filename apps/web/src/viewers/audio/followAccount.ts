import { lasting } from "@/lib/storage"
import { audioBar, listener, storedQueueKey } from "./shown"

/** The account of this page is this one from now on: the queue of the one before goes, its own comes back. */
export const followAccount = (now: string | undefined): void => {
  const before = listener.value
  if (before !== undefined && before !== now) {
    // While it is still that account's: closing forgets the queue of the one who listens.
    audioBar.value?.close()
    lasting.drop(storedQueueKey(before))
  }
  listener.value = now
  if (now === undefined || lasting.read(storedQueueKey(now)) === null) return
  void import("./show").then(
    ({ restore }) => {
      // Another account may be here by now.
      if (listener.value === now) restore(now)
    },
    // Its code cannot be loaded: as if nothing had been played.
    () => undefined
  )
}

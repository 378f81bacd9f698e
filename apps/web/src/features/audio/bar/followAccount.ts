import { lasting } from "@/lib/storage"
import { audioBar, listener, storedQueueKey } from "./shown"

/** The account of this page is this one from now on: the queue of the one before goes, its own comes back. */
export const followAccount = (now: string | undefined): void => {
  const before = listener.value
  listener.value = now
  if (before !== undefined && before !== now) {
    audioBar.value?.close()
    lasting.drop(storedQueueKey(before))
  }
  if (now === undefined || lasting.read(storedQueueKey(now)) === null) return
  void import("./show").then(
    ({ restore }) => restore(now),
    // Its code cannot be loaded: as if nothing had been played.
    () => undefined
  )
}

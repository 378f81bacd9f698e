import { shallowRef, type Component } from "vue"
import { lasting } from "@/lib/storage"

/** The audio bar once something was played; all but this is loaded then. */
export interface AudioBarDoor {
  readonly view: Component
  /** Stops, and forgets the queue. */
  readonly close: () => void
}
export const audioBar = shallowRef<AudioBarDoor>()

/** What the bar plays, for pages that show it. */
export const nowPlaying = shallowRef<{
  readonly id: string
  readonly isPlaying: boolean
  readonly toggle: () => void
}>()

/** Where the browser keeps the queue of an account. */
export const storedQueueKey = (account: string): string => `audio-queue.${account}`

let account: string | undefined
/** Whose queue it is. */
export const listener = (): string | undefined => account

/** The account of this page is this one from now on: the queue of the one before goes, its own comes back. */
export const followAccount = (now: string | undefined): void => {
  const before = account
  account = now
  if (before !== undefined && before !== now) {
    audioBar.value?.close()
    lasting.drop(storedQueueKey(before))
  }
  if (now === undefined || lasting.read(storedQueueKey(now)) === null) return
  void import("./player").then(
    ({ restore }) => restore(now),
    // Its code cannot be loaded: as if nothing had been played.
    () => undefined
  )
}

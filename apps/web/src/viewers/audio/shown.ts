import { shallowRef, type Component } from "vue"

/** The audio bar. Set when the user first plays a track, because the rest of the bar's code loads at that time. */
export interface AudioBarShown {
  readonly view: Component
  /** Stops playback and clears the queue. */
  readonly close: () => void
}
export const audioBar = shallowRef<AudioBarShown>()

/** The current track, for pages that show which track is playing. */
export const nowPlaying = shallowRef<{
  readonly id: string
  readonly isPlaying: boolean
  readonly toggle: () => void
  /** Returns the playback position in seconds. */
  readonly time: () => number
}>()

/** The id of the account to which the page and its queue belong. */
export const listener = shallowRef<string>()

/** Returns the storage key of an account's queue. */
export const storedQueueKey = (account: string): string => `audio-queue.${account}`

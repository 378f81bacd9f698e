import { shallowRef, type Component } from "vue"

/** The audio bar, set when something is first played. All its other code loads then. */
export interface AudioBarShown {
  readonly view: Component
  /** Stops playback and clears the queue. */
  readonly close: () => void
}
export const audioBar = shallowRef<AudioBarShown>()

/** The current track, for pages that show it. */
export const nowPlaying = shallowRef<{
  readonly id: string
  readonly isPlaying: boolean
  readonly toggle: () => void
  /** The playback position in seconds. */
  readonly time: () => number
}>()

/** The account that the page and its queue belong to. */
export const listener = shallowRef<string>()

/** The storage key of an account's queue. */
export const storedQueueKey = (account: string): string => `audio-queue.${account}`

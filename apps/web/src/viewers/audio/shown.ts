import { shallowRef, type Component } from "vue"

/** The audio bar once something was played; all but this is loaded then. */
export interface AudioBarShown {
  readonly view: Component
  /** Stops, and forgets the queue. */
  readonly close: () => void
}
export const audioBar = shallowRef<AudioBarShown>()

/** The playing track, for pages that show it. */
export const nowPlaying = shallowRef<{
  readonly id: string
  readonly isPlaying: boolean
  readonly toggle: () => void
  /** Seconds. */
  readonly time: () => number
}>()

/** The account of this page, which the queue belongs to. */
export const listener = shallowRef<string>()

/** Where the browser keeps the queue of an account. */
export const storedQueueKey = (account: string): string => `audio-queue.${account}`

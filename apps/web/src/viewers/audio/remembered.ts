import { effectScope, watch } from "vue"
import { engine, queue, start } from "./player"
import { listener } from "./shown"
import { readStored, writeStored } from "./stored"

/** Seconds between two saves of the playback position. */
const NOTE_S = 5

/** Restores the queue from before the page was loaded, paused. */
export const restore = (of: string): void => {
  const stored = readStored(of)
  if (!stored || queue.value) return
  start(stored.queue, { isPlaying: false, startAt: stored.time })
  // The position is 0 until the track has loaded, so the stored position is kept.
  writeStored(of, stored)
}

const keep = (): void => {
  const account = listener.value
  if (account === undefined || !queue.value) return
  const { duration, time } = engine().state
  // A finished track starts over.
  writeStored(account, { queue: queue.value, time: time < duration - 1 ? time : 0 })
}
const forget = (): void => {
  if (listener.value !== undefined) writeStored(listener.value, undefined)
}

effectScope(true).run(() => {
  // Synchronous, because a moment later another account may be signed in.
  watch(queue, (now) => (now ? keep() : forget()), { flush: "sync" })
  watch(() => Math.floor(engine().state.time / NOTE_S), keep)
})
addEventListener("pagehide", () => {
  // The position of a track that has not loaded is 0, so its stored position is kept.
  if (engine().state.duration > 0) keep()
})

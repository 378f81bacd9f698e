import { effectScope, watch } from "vue"
import { engine, queue, start } from "./player"
import { listener } from "./shown"
import { readStored, writeStored } from "./stored"

/** Interval in seconds between two saves of the playback position. */
const NOTE_S = 5

/** Restores the queue that was stored in an earlier visit, with playback paused. */
export const restore = (of: string): void => {
  const stored = readStored(of)
  if (!stored || queue.value) return
  start(stored.queue, { isPlaying: false, startAt: stored.time })
  // `start` has overwritten the stored position with 0, because the track has not loaded yet, so the position is
  // stored again.
  writeStored(of, stored)
}

const keep = (): void => {
  const account = listener.value
  if (account === undefined || !queue.value) return
  const { duration, time } = engine().state
  // Stores position 0 for a track that was played to its end, so that the track starts over.
  writeStored(account, { queue: queue.value, time: time < duration - 1 ? time : 0 })
}
const forget = (): void => {
  if (listener.value !== undefined) writeStored(listener.value, undefined)
}

effectScope(true).run(() => {
  // The watcher is synchronous, because the account may change immediately afterwards.
  watch(queue, (now) => (now ? keep() : forget()), { flush: "sync" })
  watch(() => Math.floor(engine().state.time / NOTE_S), keep)
})
addEventListener("pagehide", () => {
  // Stores the position only after the track has loaded. Before that, the position is 0 and would overwrite the stored
  // position.
  if (engine().state.duration > 0) keep()
})

import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { pick } from "./chance"
import { type Listed, listedOf } from "./listed"
import { messages } from "./messages"
import { change, close, engine, isPlaying, queue, seekTo, start } from "./player"
import {
  advanced,
  cleared,
  current,
  goneBack,
  MOST_ENTRIES,
  movedTo,
  queueOf,
  repeatAfter,
  reordered,
  shuffled,
  unshuffled,
  withLast,
  without,
  withNext
} from "./queue"

/**
 * Position in seconds after which "Previous" restarts the current track instead of going to the previous track, as in
 * most players.
 */
const RESTART_AFTER_S = 3

/**
 * Plays a list of tracks, starting with the track at index `at`. `startAt` is the start position in this track, in
 * seconds.
 */
export const playTracks = (tracks: ReadonlyArray<Listed>, at = 0, startAt?: number): void => {
  if (tracks.length === 0) return
  engine()
  start(queueOf(tracks.map(listedOf), at, queue.value, pick), { startAt })
}
/** Replaces the queue with `tracks`, which contains the current track at index `at`, without interrupting playback. */
export const surround = (tracks: ReadonlyArray<Listed>, at: number): void =>
  change(queueOf(tracks.map(listedOf), at, queue.value, pick))

/**
 * Adds tracks after the current track or at the end. If the queue is empty, starts playback. A message shows the number
 * of added tracks.
 */
export const enqueue = (tracks: ReadonlyArray<Listed>, position: "next" | "last"): void => {
  if (!queue.value) return playTracks(tracks)
  const before = queue.value.entries.length
  const listed = tracks.map(listedOf)
  change(position === "next" ? withNext(queue.value, listed) : withLast(queue.value, listed))
  const count = queue.value.entries.length - before
  toast(
    count < tracks.length
      ? translate(messages, "full", { most: MOST_ENTRIES })
      : translate(messages, position === "next" ? "addedNext" : "addedLast", { count })
  )
}

export const next = (): void => {
  const after = queue.value && advanced(queue.value, false, pick)
  if (after) start(after)
}
export const previous = (): void => {
  const before = queue.value && goneBack(queue.value)
  if (engine().state.time > RESTART_AFTER_S || !before) seekTo(0)
  else start(before)
}
export const playEntry = (at: number): void => {
  if (queue.value) start(movedTo(queue.value, at))
}
export const shuffle = (): void => {
  if (queue.value) change(queue.value.isShuffled ? unshuffled(queue.value) : shuffled(queue.value, pick))
}
export const repeat = (): void => {
  if (queue.value) change({ ...queue.value, repeat: repeatAfter[queue.value.repeat] })
}
export const move = (from: number, to: number): void => {
  if (queue.value) change(reordered(queue.value, from, to))
}
export const clearUpcoming = (): void => {
  if (queue.value) change(cleared(queue.value))
}
export const remove = (at: number): void => {
  if (!queue.value) return
  const left = without(queue.value, at)
  if (left.entries.length === 0) close()
  else if (current(left)?.key === current(queue.value)?.key) change(left)
  else start(left, { isPlaying: isPlaying() })
}

import type { AudioTrack } from "@media/features/audio/contract"
import { effectScope, reactive, shallowRef, watch } from "vue"
import { api, asApiError } from "@/api"
import { lasting } from "@/lib/storage"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { listener } from "./shown"
import { audioElements } from "./elements"
import { type Engine, makeEngine } from "./engine"
import { gainFactor, type GainMode, gainModes } from "./gain"
import { makeGraph } from "./graph"
import { type Listed, listedOf } from "./listed"
import { messages } from "./messages"
import {
  advanced,
  cleared,
  current,
  goneBack,
  MOST_ENTRIES,
  movedTo,
  type PickNumber,
  type Queue,
  queueOf,
  repeatAfter,
  reordered,
  shuffled,
  unshuffled,
  withLast,
  without,
  withNext
} from "./queue"
import { isLong, sourceOf } from "./source"
import { readStored, writeStored } from "./stored"

/** Back to the beginning first, as every player does. */
const RESTART_AFTER_S = 3
/** One track after the other that cannot be played is no list to go through. */
const MOST_FAULTS = 3

/** What the bar plays; undefined while there is none. */
export const queue = shallowRef<Queue<Listed>>()
/** What is known of the track that plays, once the server has said it. */
export const track = shallowRef<AudioTrack>()
/** Why it does not play. */
export const fault = shallowRef("")
const storedGain = lasting.read("audio-gain")
export const sound = reactive({
  volume: Math.min(1, Math.max(0, Number(lasting.read("audio-volume") ?? 1) || 0)),
  isMuted: lasting.read("audio-muted") === "true",
  /** Of long tracks alone. */
  rate: 1,
  gain: gainModes.find((mode) => mode === storedGain) ?? ("track" as GainMode)
})

/** Evenly distributed but for one part in four thousand million. */
const pick: PickNumber = (below) =>
  Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * below)

let engineOfPage: Engine | undefined
/** The one engine of the page; made within the first press. */
export const engine = (): Engine => {
  if (engineOfPage === undefined) {
    engineOfPage = makeEngine(audioElements(), makeGraph(), { onNext, onEnded, onFault })
    applySound()
  }
  return engineOfPage
}
const applySound = (): void => {
  engineOfPage?.setVolume(sound.volume)
  engineOfPage?.setMuted(sound.isMuted)
}

/** Count what was asked to play, and what is to follow: a slow answer to an earlier question is none any more. */
let asked = 0
let planned = 0
let faults = 0
/** The track whose file the browser did not play as it is. */
let refused: string | undefined
/** What follows, as it was prepared: a shuffled queue that begins again has its order from then on. */
let upcoming: { readonly queue: Queue<Listed>; readonly track: AudioTrack } | undefined

const read = (id: string): Promise<AudioTrack> => api.audioTracks.get({ path: { id } })
const playable = (found: AudioTrack): boolean => found.status === "ready"

/** Loads what stands at the place of the queue. */
const begin = async (isPlaying: boolean, startAt?: number): Promise<void> => {
  const entry = queue.value && current(queue.value)
  if (!entry) return
  const question = ++asked
  planned += 1
  upcoming = undefined
  fault.value = ""
  try {
    const found = await read(entry.track.id)
    if (question !== asked) return
    if (!playable(found)) return skip(translate(messages, "notReady"), isPlaying)
    take(found)
    engine().load(sourceOf(found, sound.gain, { startAt }), isPlaying)
    void prepare()
  } catch (error) {
    if (question !== asked) return
    const { message, status } = asApiError(error)
    if (status === 404) skip(translate(messages, "gone"), isPlaying)
    else fault.value = message
  }
}
const take = (found: AudioTrack): void => {
  track.value = found
  fault.value = ""
  if (!isLong(found)) sound.rate = 1
  engine().setRate(sound.rate)
}
/** What cannot be played is left, with a word. */
const skip = (reason: string, isPlaying: boolean): void => {
  const entry = queue.value && current(queue.value)
  const after = queue.value && advanced(queue.value, false, pick)
  faults += 1
  if (!entry || !after || faults >= MOST_FAULTS || after.at === queue.value?.at) {
    fault.value = reason
    faults = 0
    return
  }
  toast(translate(messages, "skipped", { title: entry.track.title, reason }), "bad")
  queue.value = after
  void begin(isPlaying)
}

/** Asks for what comes next while there is time. */
const prepare = async (): Promise<void> => {
  const after = queue.value && advanced(queue.value, true, pick)
  const next = after && current(after)
  const question = ++planned
  upcoming = undefined
  if (!after || !next) return engine().prepare(undefined)
  try {
    const found = next.track.id === track.value?.id ? track.value : await read(next.track.id)
    if (question !== planned || !playable(found)) return
    upcoming = { queue: after, track: found }
    engine().prepare(sourceOf(found, sound.gain))
  } catch {
    // It is asked for again at the end of this one, which says why not.
  }
}

const onNext = (): void => {
  if (!upcoming) return
  faults = 0
  queue.value = upcoming.queue
  take(upcoming.track)
  void prepare()
}
const onEnded = (): void => {
  const after = queue.value && advanced(queue.value, true, pick)
  if (!after) return
  queue.value = after
  void begin(true)
}
const onFault = (error: MediaError | null): void => {
  const cannot =
    error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED || error?.code === MediaError.MEDIA_ERR_DECODE
  const now = track.value
  // Once: what it is converted to is refused by none.
  if (cannot && now && refused !== now.id && now.playback.convertedUrl !== null) {
    refused = now.id
    const { time } = engine().state
    engine().load(sourceOf(now, sound.gain, { isRefused: true, startAt: time }), true)
    return void prepare()
  }
  skip(translate(messages, cannot ? "notPlayed" : "notReached"), true)
}

/** The queue is another: what follows may be, too. */
const change = (next: Queue<Listed>): void => {
  queue.value = next
  void prepare()
}
const startWith = (next: Queue<Listed>, startAt?: number): void => {
  queue.value = next
  faults = 0
  void begin(true, startAt)
}

/** Plays these from the one at this place, and that from a moment in it. */
export const playTracks = (tracks: ReadonlyArray<Listed>, at = 0, startAt?: number): void => {
  if (tracks.length === 0) return
  engine()
  startWith(queueOf(tracks.map(listedOf), at, queue.value, pick), startAt)
}
/** What plays stands among these from now on, and goes on. */
export const surround = (tracks: ReadonlyArray<Listed>, at: number): void =>
  change(queueOf(tracks.map(listedOf), at, queue.value, pick))

/** Behind what plays, or at the end; with nothing in the queue they begin. Says how many had no room. */
export const enqueue = (tracks: ReadonlyArray<Listed>, place: "next" | "last"): void => {
  if (!queue.value) return playTracks(tracks)
  const before = queue.value.entries.length
  const listed = tracks.map(listedOf)
  change(place === "next" ? withNext(queue.value, listed) : withLast(queue.value, listed))
  const count = queue.value.entries.length - before
  toast(
    count < tracks.length
      ? translate(messages, "full", { most: MOST_ENTRIES })
      : translate(messages, place === "next" ? "addedNext" : "addedLast", { count })
  )
}

export const isPlaying = (): boolean => engineOfPage?.state.playing === true
export const toggle = (): void => {
  if (isPlaying()) return engine().pause()
  faults = 0
  if (track.value && fault.value === "") engine().play()
  else void begin(true)
}
export const seekTo = (seconds: number): void => engine().seekTo(seconds)
export const seekBy = (seconds: number): void => seekTo(engine().state.time + seconds)
export const next = (): void => {
  const after = queue.value && advanced(queue.value, false, pick)
  if (after) startWith(after)
}
export const previous = (): void => {
  const before = queue.value && goneBack(queue.value)
  if (engine().state.time > RESTART_AFTER_S || !before) seekTo(0)
  else startWith(before)
}
export const playPlace = (at: number): void => {
  if (queue.value) startWith(movedTo(queue.value, at))
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
  const before = current(queue.value)
  const left = without(queue.value, at)
  if (left.entries.length === 0) return close()
  if (current(left)?.key === before?.key) return change(left)
  queue.value = left
  void begin(isPlaying())
}
export const close = (): void => {
  asked += 1
  planned += 1
  const account = listener.value
  if (account !== undefined) writeStored(account, undefined)
  queue.value = undefined
  track.value = undefined
  upcoming = undefined
  engineOfPage?.clear()
}

export const setVolume = (share: number): void => {
  sound.volume = share
  sound.isMuted = share === 0
}
export const setRate = (rate: number): void => {
  sound.rate = rate
  engine().setRate(rate)
}
export const setGain = (mode: GainMode): void => {
  sound.gain = mode
  if (track.value) engine().setGain(gainFactor(mode, track.value.gain))
  void prepare()
}

/** Brings back what was played before the page was loaded, at rest. */
export const restore = (of: string): void => {
  const stored = readStored(of)
  if (!stored || queue.value) return
  queue.value = stored.queue
  void begin(false, stored.time)
}

/** Seconds between two notes of where it stands. */
const NOTE_S = 5
const keep = (): void => {
  const account = listener.value
  const { duration, time } = engine().state
  // What has ended begins again.
  if (account !== undefined && queue.value)
    writeStored(account, { queue: queue.value, time: time < duration - 1 ? time : 0 })
}
effectScope(true).run(() => {
  watch(queue, keep)
  watch(() => Math.floor(engine().state.time / NOTE_S), keep)
  watch(
    () => [sound.volume, sound.isMuted, sound.gain] as const,
    ([volume, isMuted, gain]) => {
      applySound()
      lasting.write("audio-volume", String(volume))
      lasting.write("audio-muted", String(isMuted))
      lasting.write("audio-gain", gain)
    }
  )
})
addEventListener("pagehide", keep)

import type { AudioTrack } from "@media/features/media/audio/contract"
import { effectScope, shallowRef, watch } from "vue"
import { api, asApiError } from "@/api"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { pick } from "./chance"
import { audioElements } from "./elements"
import { type Engine, makeEngine } from "./engine"
import { gainFactor, type GainMode } from "./gain"
import { makeGraph } from "./graph"
import type { Listed } from "./listed"
import { messages } from "./messages"
import { advanced, current, type Queue } from "./queue"
import { sound } from "./sound"
import { isLong, sourceOf } from "./source"

/** Playback stops after this many consecutive tracks that cannot be played. */
const MOST_FAULTS = 3

/** The queue of the audio bar. Undefined while the bar is hidden. */
export const queue = shallowRef<Queue<Listed>>()
/** The details of the current track. Undefined until they have loaded. */
export const track = shallowRef<AudioTrack>()
/** The reason why the current track does not play. Empty if the track plays. */
export const fault = shallowRef("")

let engineOfPage: Engine | undefined
/** Returns the audio engine of the page. The first call creates the engine and must happen during a user gesture. */
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
effectScope(true).run(() => watch(() => [sound.volume, sound.isMuted], applySound))

/**
 * Counters of requests for the current track (`asked`) and the next track (`planned`), so that late responses are
 * ignored.
 */
let asked = 0
let planned = 0
let faults = 0
/** The id of the track whose original file the browser failed to play. */
let refused: string | undefined
/**
 * The prepared next track, and the queue positioned at this track. The queue is kept, because computing it again
 * could give another order: a shuffled queue is reshuffled when it starts over.
 */
let upcoming: { readonly queue: Queue<Listed>; readonly track: AudioTrack } | undefined

const read = (id: string): Promise<AudioTrack> => api.audioTracks.get({ path: { id } })
const playable = (found: AudioTrack): boolean => found.status === "ready"

/** Loads the current track of the queue. */
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
/** Skips a track that cannot be played, and shows the reason. */
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

/** Prepares the next track. */
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
    // Without a prepared track, `onEnded` requests the track again at the end of the current track. If that request
    // fails too, the bar shows the error.
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
  // Falls back to the transcoded audio, which every browser can play. The fallback happens only once per track.
  if (cannot && now && refused !== now.id && now.playback.convertedUrl !== null) {
    refused = now.id
    const { time } = engine().state
    engine().load(sourceOf(now, sound.gain, { isRefused: true, startAt: time }), true)
    return void prepare()
  }
  skip(translate(messages, cannot ? "notPlayed" : "notReached"), true)
}

/**
 * Replaces the queue without interrupting playback. Prepares the next track again, because the next track may have
 * changed.
 */
export const change = (next: Queue<Listed>): void => {
  queue.value = next
  void prepare()
}
/** Replaces the queue and starts its current track. */
export const start = (next: Queue<Listed>, { isPlaying = true, startAt }: StartOptions = {}): void => {
  queue.value = next
  faults = 0
  void begin(isPlaying, startAt)
}
interface StartOptions {
  /** If false, the track is loaded but paused. */
  readonly isPlaying?: boolean
  /** Start position in seconds. By default, playback starts where the user stopped. */
  readonly startAt?: number | undefined
}
export const close = (): void => {
  asked += 1
  planned += 1
  queue.value = undefined
  track.value = undefined
  upcoming = undefined
  engineOfPage?.clear()
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
export const setRate = (rate: number): void => {
  sound.rate = rate
  engine().setRate(rate)
}
export const setGain = (mode: GainMode): void => {
  sound.gain = mode
  if (track.value) engine().setGain(gainFactor(mode, track.value.gain))
  void prepare()
}

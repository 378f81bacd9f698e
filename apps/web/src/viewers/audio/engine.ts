import { reactive, readonly } from "vue"
import { bufferedEnd } from "@/viewers/bufferedEnd"
import { type Graph, makeDeck, MOST_DELAY_S, type Source } from "./deck"

/**
 * Time before the end of a track, in seconds, at which the other deck starts. The delay line of that deck keeps it
 * inaudible until the transition. The time is sufficient even if a busy page gets `timeupdate` events only every half
 * second.
 */
const JOIN_S = 1.6
/**
 * Time before the end of a track, in seconds, at which the next track loads. Tracks that the user skips earlier are
 * never loaded.
 */
const LOAD_AHEAD_S = 40
/**
 * Milliseconds between two position samples of the starting deck (`LOOK_MS`), and the number of samples after which
 * its position is known (`LOOKS`).
 */
const LOOK_MS = 30
const LOOKS = 7
/** If the current track has less than this many seconds left, two samples are sufficient. */
const LAST_LOOK_S = 0.25

export interface EngineEvents {
  /** Called when the prepared track has become audible. */
  readonly onNext: () => void
  /** Called when playback has ended and no track was prepared. */
  readonly onEnded: () => void
  /** Called when the current track cannot be decoded. */
  readonly onFault: (error: MediaError | null) => void
}

/**
 * Plays sources without gaps on two alternating decks. Near the end of a source, the other deck starts. At first, the
 * delay line of the other deck keeps that deck inaudible. After several position samples, the engine knows exactly when
 * the other deck has started. The engine then sets the delay so that the first audio sample of the other deck follows
 * the last audio sample of the source. If there is no graph, or if the playback speed is not normal, the other deck
 * starts when the source has ended.
 */
export const makeEngine = (
  elements: readonly [HTMLAudioElement, HTMLAudioElement],
  graph: Graph | undefined,
  { onEnded, onFault, onNext }: EngineEvents
) => {
  const state = reactive({ playing: false, waiting: false, time: 0, duration: 0, buffered: 0 })
  let [front, back] = [makeDeck(elements[0], graph), makeDeck(elements[1], graph)]
  let prepared: Source | undefined
  let joining: { timer?: ReturnType<typeof setTimeout> } | undefined

  const read = (): void => {
    const { element } = front
    state.playing = joining !== undefined || !element.paused
    state.time = front.heardAt()
    state.duration = Number.isFinite(element.duration) ? element.duration : 0
    state.buffered = bufferedEnd(element)
  }
  const start = async (element: HTMLAudioElement): Promise<void> => {
    // If the browser blocks playback without a user gesture, the track remains paused, and the button shows the paused
    // state.
    void graph?.context.resume().catch(() => undefined)
    await element.play().catch(() => undefined)
    read()
  }
  /** Cancels a transition: stops and rewinds the track that has started inaudibly. */
  const unjoin = (): void => {
    if (joining === undefined) return
    clearTimeout(joining.timer)
    joining = undefined
    back.element.pause()
    if (back.source()) back.settle(prepared?.startAt ?? 0)
  }
  const swap = (): void => {
    clearTimeout(joining?.timer)
    joining = undefined
    prepared = undefined
    ;[front, back] = [back, front]
    back.clear()
    back.element.playbackRate = front.element.playbackRate
    read()
    onNext()
  }

  const setJoin = (): void => {
    if (!graph || joining === undefined) return
    const now = graph.context.currentTime
    const [begins, ends] = [back.origin(), front.endsAt()]
    if (begins === undefined || ends === undefined) return swap()
    // If the track has started too late for a gapless transition, it becomes audible immediately, from its beginning.
    back.hold(Math.min(MOST_DELAY_S, Math.max(ends, now + 0.01) - begins))
    joining.timer = setTimeout(swap, Math.max(0, ends - now) * 1_000)
  }
  const look = (): void => {
    if (joining === undefined) return
    front.measure()
    const looks = back.element.currentTime > 0 ? back.measure() : 0
    const left = (front.endsAt() ?? 0) - (graph?.context.currentTime ?? 0)
    if (looks >= LOOKS || (looks > 1 && left < LAST_LOOK_S)) return setJoin()
    joining.timer = setTimeout(look, LOOK_MS)
  }
  const join = (): void => {
    joining = {}
    back.hold(MOST_DELAY_S)
    back.forgetMeasures()
    void start(back.element)
    look()
  }
  const isJoinable = (): boolean =>
    graph !== undefined &&
    graph.context.state === "running" &&
    prepared !== undefined &&
    prepared.startAt === 0 &&
    front.element.playbackRate === 1 &&
    back.source() === prepared &&
    back.element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA

  const onTime = (): void => {
    read()
    front.measure()
    if (prepared === undefined || joining !== undefined || front.element.paused) return
    const left = state.duration - state.time
    if (left < LOAD_AHEAD_S && back.source() !== prepared) back.load(prepared)
    if (left < JOIN_S && isJoinable()) join()
  }
  const onDone = (): void => {
    if (joining !== undefined) return
    if (front.held() === 0) return goOn()
    // The element has ended, but its delay line still contains `held` seconds of audio.
    if (isJoinable()) return join()
    joining = { timer: setTimeout(goOn, front.held() * 1_000) }
  }
  const goOn = (): void => {
    joining = undefined
    const { element } = front
    if (prepared === undefined) {
      read()
      return onEnded()
    }
    if (back.source() !== prepared) back.load(prepared)
    back.element.playbackRate = element.playbackRate
    void start(back.element)
    swap()
  }
  const listen = (element: HTMLAudioElement): void => {
    const ofFront = (act: () => void) => () => {
      if (front.element === element) act()
    }
    const isNew = ofFront(() => {
      front.forgetMeasures()
      read()
    })
    for (const name of ["durationchange", "progress", "ratechange", "emptied"])
      element.addEventListener(name, ofFront(read))
    for (const name of ["play", "seeked"]) element.addEventListener(name, isNew)
    element.addEventListener("timeupdate", ofFront(onTime))
    element.addEventListener("ended", ofFront(onDone))
    element.addEventListener(
      "playing",
      ofFront(() => {
        state.waiting = false
        read()
      })
    )
    element.addEventListener(
      "waiting",
      ofFront(() => {
        state.waiting = true
        front.forgetMeasures()
      })
    )
    element.addEventListener(
      "pause",
      ofFront(() => {
        // If the system or another player pauses the track, the other deck must not start. An element also fires
        // `pause` when it ends, which must not stop the other deck.
        if (!element.ended) unjoin()
        read()
      })
    )
    element.addEventListener("error", () => {
      if (element === front.element && front.source()) {
        state.waiting = false
        onFault(element.error)
      } else unjoin()
    })
  }
  elements.forEach(listen)

  const settle = (at: number): void => {
    unjoin()
    front.settle(at)
    read()
  }

  return {
    state: readonly(state),
    /** Returns the audible element. */
    element: (): HTMLAudioElement => front.element,
    load: (source: Source, isPlaying: boolean): void => {
      unjoin()
      prepared = undefined
      back.clear()
      front.load(source)
      state.time = source.startAt
      if (isPlaying) void start(front.element)
      else read()
    },
    /** Prepares the next track. `source` is undefined if no track follows. */
    prepare: (source: Source | undefined): void => {
      if (source?.url === prepared?.url && source !== undefined) return
      unjoin()
      prepared = source
      if (back.source() !== undefined) back.clear()
      onTime()
    },
    play: (): void => void start(front.element),
    pause: (): void => {
      const at = front.heardAt()
      unjoin()
      front.element.pause()
      if (front.held() > 0) front.settle(at)
      read()
    },
    seekTo: (seconds: number): void => settle(Math.max(0, Math.min(seconds, state.duration))),
    setRate: (rate: number): void => {
      unjoin()
      front.element.playbackRate = rate
      front.forgetMeasures()
    },
    setGain: (factor: number): void => front.setGain(factor),
    setVolume: (share: number): void => {
      front.setVolume(share)
      back.setVolume(share)
    },
    setMuted: (isMuted: boolean): void => {
      for (const element of elements) element.muted = isMuted
    },
    clear: (): void => {
      unjoin()
      prepared = undefined
      front.clear()
      back.clear()
      Object.assign(state, { playing: false, waiting: false, time: 0, duration: 0, buffered: 0 })
    }
  }
}
export type Engine = ReturnType<typeof makeEngine>

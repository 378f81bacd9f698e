/** The maximum delay of a deck's output in seconds. */
export const MOST_DELAY_S = 3
/** The number of position samples of a deck, whose median is used. */
const MEASURES = 9

/** An audio stream that a deck plays. */
export interface Source {
  readonly url: string
  /** The factor for its volume (ReplayGain). */
  readonly gain: number
  /** Seconds. */
  readonly startAt: number
}

/** The part of the audio graph that both decks share; undefined in browsers that suspend it in the background. */
export interface Graph {
  readonly context: AudioContext
  readonly out: AudioNode
}

const middle = (values: ReadonlyArray<number>): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/**
 * An audio element with gain and a delay line. Elements start when they can, while the delay line is accurate to a
 * sample, so the element starts early and the delay hides the difference.
 */
export const makeDeck = (element: HTMLAudioElement, graph: Graph | undefined) => {
  const gain = graph?.context.createGain()
  const delay = graph?.context.createDelay(MOST_DELAY_S)
  if (graph && gain && delay)
    graph.context.createMediaElementSource(element).connect(gain).connect(delay).connect(graph.out)
  let source: Source | undefined
  let held = 0
  let volume = 1
  let offsets: Array<number> = []

  const hold = (seconds: number): void => {
    held = graph && delay ? Math.round(seconds * graph.context.sampleRate) / graph.context.sampleRate : 0
    // Rounded to whole samples: otherwise the delay interpolates, which dulls high frequencies.
    if (delay) delay.delayTime.value = held
  }
  const applyGain = (): void => {
    const factor = source?.gain ?? 1
    if (gain) gain.gain.value = factor
    element.volume = Math.min(1, volume * (gain ? 1 : factor))
  }
  /** The graph clock's time at which time 0 of the element is output. */
  const origin = (): number | undefined => middle(offsets)

  return {
    element,
    source: () => source,
    /** The delay of the output in seconds. */
    held: () => held,
    hold,
    load: (next: Source): void => {
      source = next
      offsets = []
      hold(0)
      applyGain()
      element.src = next.url
      if (next.startAt > 0) {
        const go = (): void => {
          if (source === next) element.currentTime = next.startAt
        }
        element.addEventListener("loadedmetadata", go, { once: true })
      }
    },
    clear: (): void => {
      source = undefined
      offsets = []
      element.pause()
      hold(0)
      if (element.hasAttribute("src")) {
        element.removeAttribute("src")
        element.load()
      }
    },
    setGain: (factor: number): void => {
      if (source) source = { ...source, gain: factor }
      applyGain()
    },
    setVolume: (share: number): void => {
      volume = share
      applyGain()
    },
    /** The audible position in seconds. */
    heardAt: (): number => Math.max(0, element.currentTime - held),
    /** Seeks, and removes the delay. */
    settle: (at: number): void => {
      offsets = []
      hold(0)
      element.currentTime = at
    },
    /** Takes one sample. Each is off by some milliseconds, because elements report their time in steps. */
    measure: (): number => {
      if (!graph || element.paused || element.seeking || element.ended) return offsets.length
      offsets = [...offsets, graph.context.currentTime - element.currentTime].slice(-MEASURES)
      return offsets.length
    },
    forgetMeasures: (): void => void (offsets = []),
    origin,
    /** The time on the graph's clock at which the last sample is audible. */
    endsAt: (): number | undefined => {
      const from = origin()
      return from === undefined || !Number.isFinite(element.duration)
        ? undefined
        : from + element.duration + held
    }
  }
}

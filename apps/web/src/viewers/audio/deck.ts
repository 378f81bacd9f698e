/** Maximum output delay of a deck, in seconds. */
export const MOST_DELAY_S = 3
/** Number of position samples that a deck keeps. The deck uses their median, because single samples are imprecise. */
const MEASURES = 9

/** An audio stream that a deck plays. */
export interface Source {
  readonly url: string
  /** The volume factor (ReplayGain). */
  readonly gain: number
  /** Start position in the stream, in seconds. */
  readonly startAt: number
}

/**
 * The part of the Web Audio graph that both decks share. Decks play without a graph in browsers that suspend the
 * graph in the background.
 */
export interface Graph {
  readonly context: AudioContext
  readonly out: AudioNode
}

const middle = (values: ReadonlyArray<number>): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/**
 * Creates a deck: an audio element with a gain and a delay line. An element cannot start at an exact time, but a
 * delay line is accurate to one sample. For a gapless transition, the element therefore starts early, and the delay
 * line makes up for the difference.
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
    // The delay is rounded to whole samples. Otherwise the browser would interpolate, which dulls high frequencies.
    if (delay) delay.delayTime.value = held
  }
  const applyGain = (): void => {
    const factor = source?.gain ?? 1
    if (gain) gain.gain.value = factor
    element.volume = Math.min(1, volume * (gain ? 1 : factor))
  }
  /** Returns the time on the graph's clock at which position 0 of the element is output, without the delay. */
  const origin = (): number | undefined => middle(offsets)

  return {
    element,
    source: () => source,
    /** Returns the output delay in seconds. */
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
    /** Returns the audible position in seconds. */
    heardAt: (): number => Math.max(0, element.currentTime - held),
    /** Seeks to `at` (in seconds) and sets the delay to 0. */
    settle: (at: number): void => {
      offsets = []
      hold(0)
      element.currentTime = at
    },
    /**
     * Takes a sample of the position. Returns the number of samples. Each sample is off by a few milliseconds, because
     * elements report their time in steps.
     */
    measure: (): number => {
      if (!graph || element.paused || element.seeking || element.ended) return offsets.length
      offsets = [...offsets, graph.context.currentTime - element.currentTime].slice(-MEASURES)
      return offsets.length
    },
    forgetMeasures: (): void => void (offsets = []),
    origin,
    /** Returns the time on the graph's clock at which the end of the source is audible. */
    endsAt: (): number | undefined => {
      const from = origin()
      return from === undefined || !Number.isFinite(element.duration)
        ? undefined
        : from + element.duration + held
    }
  }
}

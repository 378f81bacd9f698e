/** Maximum number of pairs. It exceeds the width of any waveform, and needs only 4 KB per track. */
export const MOST_PEAKS = 2_048

/** The lowest and highest samples of a track, as signed bytes. The track is divided into stretches of equal length. */
export interface Peaks {
  /** Lowest and highest samples in turn: `[lowest, highest, lowest, highest, ...]`. */
  readonly pairs: Int8Array
  /** Number of samples in each stretch. The last stretch may have fewer. */
  readonly samplesEach: number
  /** Total number of samples. */
  readonly samples: number
}

/**
 * Reduces samples as they arrive. When all pairs are used, adjacent pairs are merged, and each pair then covers twice
 * as many samples. The length of the track therefore need not be known in advance. The result of a long track has
 * between `most / 2` and `most` pairs.
 */
export const peaksReader = (most = MOST_PEAKS) => {
  const lowest = new Uint8Array(most)
  const highest = new Uint8Array(most)
  let samplesEach = 64
  let full = 0
  let inStretch = 0
  let low = 255
  let high = 0
  let samples = 0

  const halve = () => {
    for (let at = 0; at < most / 2; at++) {
      lowest[at] = Math.min(lowest[2 * at]!, lowest[2 * at + 1]!)
      highest[at] = Math.max(highest[2 * at]!, highest[2 * at + 1]!)
    }
    full = most / 2
    samplesEach *= 2
  }
  const close = () => {
    lowest[full] = low
    highest[full] = high
    full++
    inStretch = 0
    low = 255
    high = 0
    if (full === most) halve()
  }

  return {
    /** Reads unsigned bytes of one channel, where 128 is silence. */
    read: (bytes: Uint8Array): void => {
      samples += bytes.length
      let at = 0
      while (at < bytes.length) {
        const end = Math.min(bytes.length, at + samplesEach - inStretch)
        inStretch += end - at
        for (; at < end; at++) {
          const value = bytes[at]!
          if (value < low) low = value
          if (value > high) high = value
        }
        if (inStretch === samplesEach) close()
      }
    },
    end: (): Peaks => {
      if (inStretch > 0) close()
      const pairs = new Int8Array(full * 2)
      for (let at = 0; at < full; at++) {
        pairs[2 * at] = lowest[at]! - 128
        pairs[2 * at + 1] = highest[at]! - 128
      }
      return { pairs, samplesEach, samples }
    }
  }
}

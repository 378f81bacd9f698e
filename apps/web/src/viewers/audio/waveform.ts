/** The server's waveform: pairs of the lowest and highest sample value, -128 to 127. */
export interface Waveform {
  readonly version: number
  readonly peaks: ReadonlyArray<number>
}

const FULL = 128
/** The minimum height, which draws silence as a thin line. */
const LEAST = 2

/**
 * The outline of a waveform as an SVG path, `bars` wide and from -128 to 128 high. The loudest part reaches the
 * edge, so that quiet music is also visible.
 */
export const waveformPath = (peaks: ReadonlyArray<number>, bars: number): string => {
  const pairs = Math.floor(peaks.length / 2)
  if (pairs === 0) return ""
  const levels = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * pairs) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * pairs) / bars))
    let loudest = 0
    for (let at = from * 2; at < to * 2; at += 1) loudest = Math.max(loudest, Math.abs(peaks[at]!))
    return loudest
  })
  const most = Math.max(1, ...levels)
  return levels
    .map((level, bar) => {
      const height = Math.max(LEAST, Math.round((level / most) * FULL))
      return `M${bar} ${-height}h.6v${height * 2}h-.6z`
    })
    .join("")
}

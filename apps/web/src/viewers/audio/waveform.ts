/** A waveform from the server. `peaks` contains pairs of the lowest and highest sample value, from -128 to 127. */
export interface Waveform {
  readonly version: number
  readonly peaks: ReadonlyArray<number>
}

const FULL = 128
/** Minimum height of a bar, so that silence is a thin line. */
const LEAST = 2

/**
 * Returns the outline of a waveform as an SVG path that is `bars` wide and extends from -128 to 128. The loudest part
 * reaches the full height, so that quiet music is visible too.
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

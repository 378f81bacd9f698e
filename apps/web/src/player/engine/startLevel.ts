/** What decides of a level of the stream; ascending by bit rate, as hls.js keeps them. */
interface Level {
  /** bit/s at its peak. */
  readonly bitrate: number
  readonly height: number
  readonly attrs: Readonly<Record<string, unknown>>
}

/** A file of 2160 lines in a player of 480 is too much to decode and to send. */
const MOST_LINES_OVER_PLAYER = 2

/**
 * Whether the frames of the file itself may be shown although they are larger than the player. They come at once and cost the
 * server nothing; the smaller levels have to be encoded. `most` is the highest level that the player's size allows.
 */
export const mayShowLargerCopy = (levels: ReadonlyArray<Level>, most: number): boolean => {
  const copy = levels.findIndex((level) => isCopy(level))
  const allowed = levels[most]
  if (copy <= most || !allowed) return false
  return (levels[copy]?.height ?? 0) <= MOST_LINES_OVER_PLAYER * allowed.height
}

/** Megabit/s that are enough for every file that is copied: browsers state no more, and few are recorded with more. */
const ENOUGH = 10

const isCopy = ({ attrs }: Level): boolean => attrs["X-COPY"] === "YES"

/**
 * The level whose picture comes first, where nothing is made yet: the frames of the file itself, which wait for no
 * encoder, unless the network is too slow for them; else the lowest. `most` is the highest that the player's size allows.
 */
export const firstLevel = (levels: ReadonlyArray<Level>, most: number, megabits?: number): number => {
  const copy = levels.findIndex((level) => isCopy(level))
  if (copy < 0 || copy > most) return 0
  const needed = Math.min(ENOUGH, (levels[copy]?.bitrate ?? 0) / 1_000_000)
  return megabits === undefined || megabits >= needed ? copy : 0
}

/** Media comes so much faster than it plays that no encoder can be what makes it. */
const MADE_ALREADY = 8

/** The level to begin with where the viewer seeks to; `undefined`: the one that plays. */
export const levelAfterSeek = (
  levels: ReadonlyArray<Level>,
  playing: number,
  first: number,
  bitsPerSecond: number
): number | undefined => {
  const level = levels[playing]
  if (!level || playing === first || isCopy(level)) return undefined
  return bitsPerSecond > MADE_ALREADY * level.bitrate ? undefined : first
}

/** Smaller files come in one piece, whatever the network. Those from the cache transfer none. */
const TELLING_BYTES = 16 * 1_024

/**
 * Megabit/s at which the fastest of the page's larger files came; else what the browser states of a slow network. Of a fast
 * one its figure is not to be believed: Chromium leaves servers at home out of it, and stated 1.3 for one on the same machine.
 */
export const knownMegabits = (): number | undefined => {
  const files = performance.getEntriesByType("resource") as ReadonlyArray<PerformanceResourceTiming>
  const rates = files.map(({ responseEnd, responseStart, transferSize }) =>
    transferSize < TELLING_BYTES ? 0 : transferSize / 125 / (responseEnd - responseStart)
  )
  const { connection } = navigator as {
    readonly connection?: { readonly downlink?: number; readonly effectiveType?: string }
  }
  return Math.max(0, ...rates) || (connection?.effectiveType === "4g" ? undefined : connection?.downlink)
}

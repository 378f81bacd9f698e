/** What decides of a level of the stream; ascending by bit rate, as hls.js keeps them. */
interface Level {
  /** bit/s at its peak. */
  readonly bitrate: number
  readonly attrs: Readonly<Record<string, unknown>>
}

/** Megabit/s above which browsers state no difference. */
const MOST_STATED = 10

const isCopy = ({ attrs }: Level): boolean => attrs["X-COPY"] === "YES"

/**
 * The level whose picture comes first, where nothing is made yet: the frames of the file itself, which wait for no
 * encoder, unless the network is too slow for them; else the lowest. `most` is the highest that the player's size allows.
 */
export const firstLevel = (levels: ReadonlyArray<Level>, most: number, megabits?: number): number => {
  const copy = levels.findIndex((level) => isCopy(level))
  if (copy < 0 || copy > most) return 0
  const needed = Math.min(MOST_STATED, (levels[copy]?.bitrate ?? 0) / 1_000_000)
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

/** Megabit/s, where the browser states it. */
export const statedMegabits = (): number | undefined =>
  (navigator as { readonly connection?: { readonly downlink?: number } }).connection?.downlink

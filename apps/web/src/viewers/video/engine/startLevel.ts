/** The fields of a stream level that the choice depends on, ascending by bit rate as in hls.js. */
interface Level {
  /** Peak bit rate in bit/s. */
  readonly bitrate: number
  readonly height: number
  readonly attrs: Readonly<Record<string, unknown>>
}

/**
 * The maximum height of the original in relation to the player: 2160 lines in a player of 480 are too much to decode
 * and send.
 */
const MOST_LINES_OVER_PLAYER = 2

/**
 * True if a player of this height may show the original frames. They arrive immediately and cost the server nothing,
 * while lower levels must be encoded.
 */
export const mayShowCopy = (levels: ReadonlyArray<Level>, lines: number): boolean =>
  levels.some((level) => isCopy(level) && level.height <= MOST_LINES_OVER_PLAYER * lines)

/** Browsers report at most this many Mbit/s. */
const MOST_STATED = 10

const isCopy = ({ attrs }: Level): boolean => attrs["X-COPY"] === "YES"

/**
 * The first level while nothing is encoded yet: the original frames, which need no encoder, unless the network is too
 * slow for them; otherwise the lowest level. `most` is the highest level for the size of the player.
 */
export const firstLevel = (levels: ReadonlyArray<Level>, most: number, megabits?: number): number => {
  const copy = levels.findIndex(isCopy)
  if (copy < 0 || copy > most) return 0
  const needed = (levels[copy]?.bitrate ?? 0) / 1_000_000
  return (megabits ?? MOST_STATED) < Math.min(MOST_STATED, needed) ? 0 : copy
}

/** A segment that arrives this many times faster than real time was encoded earlier. */
const MADE_ALREADY = 8

/** The level to start with after a seek; `undefined` keeps the current one. */
export const levelAfterSeek = (
  levels: ReadonlyArray<Level>,
  playing: number,
  first: number,
  bitsPerSecond: number
): number | undefined => {
  const level = levels[playing]
  // The network could not sustain the first level.
  const target = first > playing ? 0 : first
  if (!level || playing === target || isCopy(level)) return undefined
  return bitsPerSecond > MADE_ALREADY * level.bitrate ? undefined : target
}

/** Host names and addresses of home networks, and all IPv6 addresses, because remote users use a domain name. */
const HOME = /^([^.]+|.+\.(local|lan)|(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+)$/

/** True if the server is in the local network, where bandwidth costs nothing. */
export const isAtHome = (host = location.hostname): boolean => HOME.test(host)

/**
 * The browser's bandwidth estimate in Mbit/s, if available. It describes the internet connection: for a server on
 * the same machine, Chromium reported 1.3.
 */
export const statedMegabits = (): number | undefined =>
  isAtHome()
    ? undefined
    : (navigator as { readonly connection?: { readonly downlink?: number } }).connection?.downlink

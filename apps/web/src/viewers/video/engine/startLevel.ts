/**
 * The properties of a level that determine which level the player chooses. Levels are in ascending order of bit rate,
 * as in hls.js.
 */
interface Level {
  /** Peak bit rate in bit/s. */
  readonly bitrate: number
  readonly height: number
  readonly attrs: Readonly<Record<string, unknown>>
}

/**
 * Maximum height of the original frames, as a multiple of the player's height. For example, sending 2160 lines to a
 * player with 480 lines would waste bandwidth and decoding time.
 */
const MOST_LINES_OVER_PLAYER = 2

/**
 * True if a player that is `lines` high may show the original frames. The original frames arrive immediately and do not
 * load the server, while lower levels must be encoded.
 */
export const mayShowCopy = (levels: ReadonlyArray<Level>, lines: number): boolean =>
  levels.some((level) => isCopy(level) && level.height <= MOST_LINES_OVER_PLAYER * lines)

/** Maximum bandwidth that browsers report, in Mbit/s. */
const MOST_STATED = 10

const isCopy = ({ attrs }: Level): boolean => attrs["X-COPY"] === "YES"

/**
 * Returns the level to start with when no segment is encoded yet. This is the level with the original frames, because
 * they need no encoder. If the network is too slow for the original frames, this is the lowest level. `most` is the
 * highest level for the size of the player.
 */
export const firstLevel = (levels: ReadonlyArray<Level>, most: number, megabits?: number): number => {
  const copy = levels.findIndex(isCopy)
  if (copy < 0 || copy > most) return 0
  const needed = (levels[copy]?.bitrate ?? 0) / 1_000_000
  return (megabits ?? MOST_STATED) < Math.min(MOST_STATED, needed) ? 0 : copy
}

/**
 * If segments arrive at least this many times faster than real time, the server must have encoded them before they
 * were requested.
 */
const MADE_ALREADY = 8

/** Returns the level to load after a seek. `undefined` means the current level. */
export const levelAfterSeek = (
  levels: ReadonlyArray<Level>,
  playing: number,
  first: number,
  bitsPerSecond: number
): number | undefined => {
  const level = levels[playing]
  // If the player is at a level below the first level, the network was too slow for the first level. The target is then
  // the lowest level.
  const target = first > playing ? 0 : first
  if (!level || playing === target || isCopy(level)) return undefined
  return bitsPerSecond > MADE_ALREADY * level.bitrate ? undefined : target
}

/**
 * Matches host names and addresses in home networks. All hosts without a dot match, which includes all IPv6
 * addresses. This is acceptable, because remote users use a domain name.
 */
const HOME = /^([^.]+|.+\.(local|lan)|(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+)$/

/** True if the server is in the local network, where bandwidth is not limited by the internet connection. */
export const isAtHome = (host = location.hostname): boolean => HOME.test(host)

/**
 * Returns the browser's estimate of the bandwidth in Mbit/s, if available. The estimate is ignored in the local
 * network, because it describes the internet connection: Chromium reported 1.3 for a server on the same machine.
 */
export const statedMegabits = (): number | undefined =>
  isAtHome()
    ? undefined
    : (navigator as { readonly connection?: { readonly downlink?: number } }).connection?.downlink

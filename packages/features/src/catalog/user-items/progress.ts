/**
 * How a player's report changes its account's position in an item. Pure: independent of clock and database. A position
 * is only replaced by a better report: zero, late, repeated and reordered reports are ignored, and so are those of a
 * paused player while another one continues. Only `restart` begins from zero.
 */
import type { BookLocator } from "./contract.ts"

/** An item counts as not started before 2 %, or before the first minute of a long one. */
const startShare = 0.02
const longestStart = 60
/**
 * An item counts as watched after 95 %, or 8 minutes before the end of a long one, which is longer than any credits.
 */
const endShare = 0.05
const longestEnd = 480
/** A player is paused if two of its reports are closer than this. In a book of 1,000 pages, half a page is 0.05 %. */
const standingStill: Record<ProgressUnit, number> = { seconds: 1, pages: 1, percent: 0.05 }
/** Maximum number of players remembered for one item. A household rarely plays one item on more devices at once. */
const mostViewings = 4
/** The interval at which a playing tab notifies other tabs. A progress bar moves by only a few pixels in that time. */
export const tellEveryMillis = 30_000
/** Tolerance for a position beyond the end, because players round: 2 % and five seconds. */
const slackShare = 0.02
const slackSeconds = 5

/** The state of one player. `key` is empty for players without a session. */
export interface Viewing {
  readonly key: string
  readonly sequence: number | null
  readonly position: number
  /** True if it reached the end, which counts once. */
  readonly isFinished: boolean
}

/** A reader's own description of its position in a book; stored and removed together with the position. */
export interface ReadingPosition {
  readonly locator: BookLocator | null
  readonly device: string | null
}

export interface Progress {
  readonly position: number | null
  /** For books. */
  readonly readingPosition?: ReadingPosition | null
  readonly duration: number | null
  readonly lastPlayedAt: Date
  readonly toldAt: Date
  /** The player that reported last comes first. */
  readonly viewings: ReadonlyArray<Viewing>
}

export interface Report {
  readonly position: number
  readonly duration: number | null
  readonly sessionKey: string
  readonly sequence: number | null
  readonly restart: boolean
  readonly readingPosition?: ReadingPosition
  readonly at: Date
  /** The unit of its position and duration; default: seconds. */
  readonly unit?: ProgressUnit
  /**
   * True if its session is a permanent device and not one viewing. Such a client starts over only by reporting an early
   * position.
   */
  readonly isDevice?: boolean
}

export interface Folded {
  readonly progress: Progress
  /** True if this report completed a viewing. */
  readonly isFinished: boolean
  /** True if open pages should be notified. */
  readonly isNews: boolean
}

interface Lines {
  readonly start: number
  readonly end: number
}

/**
 * Seconds. Tracks longer than this are treated like audiobooks: playback resumes, and finishing marks them as played.
 */
const longTrack = 20 * 60
/** A song counts as played after half of it, or this many seconds, as scrobbling services require. */
const heardShare = 0.5
const heardSeconds = 240

/** Tells whether this many seconds count as a play. If the length is unknown, the maximum is required. */
export const isHeard = (heard: number, duration: number | null): boolean =>
  duration === null || duration <= 0
    ? heard >= heardSeconds
    : duration < longTrack && heard >= Math.min(duration * heardShare, heardSeconds)

/**
 * Pages for books with fixed pages: a reader on the first page has not started, and one on the last has finished.
 * Percent for books whose pages depend on the screen: half a page of a book of 500 is 0.1.
 */
export type ProgressUnit = "seconds" | "pages" | "percent"
const percentLines: Lines = { start: 0.1, end: 99.9 }

/** The range of positions in which an item is in progress. With an unknown length, it has no upper end. */
export const linesOf = (duration: number | null, unit: ProgressUnit = "seconds"): Lines =>
  duration === null || duration <= 0
    ? { start: 0, end: Number.POSITIVE_INFINITY }
    : unit === "percent"
      ? percentLines
      : unit === "pages"
        ? { start: 2, end: duration }
        : {
            start: Math.min(duration * startShare, longestStart),
            end: duration - Math.min(duration * endShare, longestEnd)
          }

/**
 * The longest of these durations: a player that knows only a part must not treat the end of the part as the end of the
 * item.
 */
export const longest = (...durations: ReadonlyArray<number | null>): number | null =>
  durations.reduce((known, one) => (one === null || one <= 0 ? known : Math.max(known ?? 0, one)), null)

/** True if a position is beyond the end by more than players round. */
export const isBeyondEnd = (position: number, duration: number | null): boolean =>
  duration !== null && position > duration * (1 + slackShare) + slackSeconds

const isLate = (report: Report, known: Viewing | undefined): boolean =>
  known !== undefined &&
  known.sequence !== null &&
  report.sequence !== null &&
  report.sequence <= known.sequence

/**
 * A finished viewing starts over only with `restart`, or when a client that cannot send it reports a position in the
 * first half.
 */
const isSameViewing = (
  { isDevice = false, position, restart, sessionKey }: Report,
  duration: number | null
) => !restart && ((sessionKey !== "" && !isDevice) || duration === null || position >= duration / 2)

const isSameReadingPosition = (
  before: Progress | undefined,
  position: number | null,
  readingPosition: ReadingPosition | null
): boolean =>
  before?.position === position &&
  JSON.stringify(before.readingPosition ?? null) === JSON.stringify(readingPosition)

/** Undefined if the report changes nothing and need not be written. */
export const foldReport = (before: Progress | undefined, report: Report): Folded | undefined => {
  const viewings = before?.viewings ?? []
  const known = viewings.find(({ key }) => key === report.sessionKey)
  if (isLate(report, known)) return undefined
  const duration = longest(before?.duration ?? null, report.duration)
  const { unit = "seconds" } = report
  const { end, start } = linesOf(duration, unit)
  const wasFinished = known?.isFinished === true && isSameViewing(report, duration)
  const isAtEnd = report.position >= end
  const isStarted = report.position > 0 && report.position >= start
  // A repeated report gets no new number either, because the report that it repeats would otherwise be late.
  const says = isStarted || report.restart
  const viewing: Viewing = {
    key: report.sessionKey,
    sequence: (says ? report.sequence : null) ?? known?.sequence ?? null,
    position: report.position,
    isFinished: wasFinished || isAtEnd
  }
  const others = viewings.filter(({ key }) => key !== report.sessionKey)
  const isStill =
    known !== undefined && !report.restart && Math.abs(report.position - known.position) < standingStill[unit]
  if (before !== undefined && isStill && viewings[0] !== known) {
    // Measured from its last position, so that small steps add up.
    const { isFinished, position } = known
    const noted = viewings.map((one) => (one === known ? { ...viewing, isFinished, position } : one))
    return { progress: { ...before, viewings: noted }, isFinished: false, isNews: false }
  }
  const kept = report.restart ? null : (before?.position ?? null)
  const position = isAtEnd ? null : isStarted ? report.position : kept
  const readingPosition =
    isStarted || report.restart ? (report.readingPosition ?? null) : (before?.readingPosition ?? null)
  const isFinished = isAtEnd && !wasFinished
  // A person who turns a page on one device expects it on the next; a player's bar only moves on.
  const isTurned = unit !== "seconds" && !isSameReadingPosition(before, position, readingPosition)
  const isNews =
    isFinished ||
    report.restart ||
    isTurned ||
    (position === null) !== ((before?.position ?? null) === null) ||
    report.at.getTime() - (before?.toldAt.getTime() ?? 0) >= tellEveryMillis
  return {
    progress: {
      position,
      readingPosition,
      duration,
      lastPlayedAt: report.at,
      toldAt: isNews ? report.at : (before?.toldAt ?? report.at),
      viewings: [viewing, ...others].slice(0, mostViewings)
    },
    isFinished,
    isNews
  }
}

/**
 * A player starts. The start is recorded, and changes progress only if it starts over. With `heard`, the player
 * continues and has played this many seconds of a track.
 */
export const foldPlay = (
  before: Progress | undefined,
  {
    at,
    duration,
    heard,
    restart,
    sessionKey
  }: Pick<Report, "at" | "duration" | "restart" | "sessionKey"> & { readonly heard?: number | undefined }
): Folded => {
  const known = before?.viewings.find(({ key }) => key === sessionKey)
  const position = restart ? null : (before?.position ?? null)
  const wasFinished = !restart && sessionKey !== "" && known?.isFinished === true
  const isFinished =
    heard !== undefined && !wasFinished && isHeard(heard, longest(before?.duration ?? null, duration))
  const viewing: Viewing = {
    key: sessionKey,
    sequence: known?.sequence ?? null,
    position: position ?? 0,
    isFinished: wasFinished || isFinished
  }
  const others = (before?.viewings ?? []).filter(({ key }) => key !== sessionKey)
  return {
    progress: {
      position,
      readingPosition: restart ? null : (before?.readingPosition ?? null),
      duration: longest(before?.duration ?? null, duration),
      lastPlayedAt: at,
      toldAt: at,
      viewings: [viewing, ...others].slice(0, mostViewings)
    },
    isFinished,
    isNews: true
  }
}

/**
 * "Remove from Continue watching" removes only the position. Players stay known, so that a late report cannot restore
 * it.
 */
export const foldForget = (before: Progress, at: Date): Folded | undefined =>
  before.position === null
    ? undefined
    : { progress: { ...before, position: null, toldAt: at }, isFinished: false, isNews: true }

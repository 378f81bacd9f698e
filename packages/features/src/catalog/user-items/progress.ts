/**
 * Pure functions that apply a player's report to an account's progress in an item. A position is replaced only by a
 * better report: zero, late, repeated and reordered reports are ignored, and so are reports of a paused player while
 * another player continues. Only `restart` resets the position to zero.
 */
import type { BookLocator } from "./contract.ts"

/** An item does not count as started in its first 2%, up to one minute. */
const startShare = 0.02
const longestStart = 60
/** An item counts as watched at 95%, or 8 minutes before the end of a long item, which is longer than any credits. */
const endShare = 0.05
const longestEnd = 480
/**
 * Minimum distance between two consecutive reports of a player that is not paused. In a book of 1,000 pages, half a
 * page is 0.05%.
 */
const standingStill: Record<ProgressUnit, number> = { seconds: 1, pages: 1, percent: 0.05 }
/**
 * Maximum number of players that are remembered for one item. A household rarely plays an item on more devices at the
 * same time.
 */
const mostViewings = 4
/**
 * Minimum time in milliseconds between two notifications of a playing tab to other tabs. A progress bar moves only a
 * few pixels in this time.
 */
export const tellEveryMillis = 30_000
/** Tolerance for positions beyond the end, because players round: 2% and five seconds. */
const slackShare = 0.02
const slackSeconds = 5

/** The state of one player. `key` is empty for players that do not send a session key. */
export interface Viewing {
  readonly key: string
  readonly sequence: number | null
  readonly position: number
  /** True if this viewing reached the end. A viewing is counted only once. */
  readonly isFinished: boolean
}

/** A reader's own description of its position in a book. The description is stored and removed with the position. */
export interface ReadingPosition {
  readonly locator: BookLocator | null
  readonly device: string | null
}

export interface Progress {
  readonly position: number | null
  /** The reader's description of the position. Only for books. */
  readonly readingPosition?: ReadingPosition | null
  readonly duration: number | null
  readonly lastPlayedAt: Date
  readonly toldAt: Date
  /** The last known players, sorted by last report, newest first. */
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
  /** The unit of `position` and `duration`. The default is seconds. */
  readonly unit?: ProgressUnit
  /**
   * True if the session key identifies a device instead of one viewing. Such a client starts over by reporting an early
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
 * Minimum duration in seconds of a track that is treated like an audiobook: playback resumes, and finishing marks the
 * track as played.
 */
const longTrack = 20 * 60
/** A shorter track counts as played after half of its duration or after 240 seconds, as scrobbling services require. */
const heardShare = 0.5
const heardSeconds = 240

/** True if `heard` seconds count as a play. If the duration is unknown, `heardSeconds` are required. */
export const isHeard = (heard: number, duration: number | null): boolean =>
  duration === null || duration <= 0
    ? heard >= heardSeconds
    : duration < longTrack && heard >= Math.min(duration * heardShare, heardSeconds)

/**
 * The unit of a position. Books with fixed pages use pages: a reader on the first page has not started, and a reader on
 * the last page has finished. Books whose pages depend on the screen use percent: in a book of 500 pages, half a page
 * is 0.1.
 */
export type ProgressUnit = "seconds" | "pages" | "percent"
const percentLines: Lines = { start: 0.1, end: 99.9 }

/**
 * Returns the range of positions in which an item counts as in progress. If the duration is unknown, the range has no
 * upper limit.
 */
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
 * Returns the longest of these durations, or null if none is known. A player that knows only a part must not treat the
 * end of the part as the end of the item.
 */
export const longest = (...durations: ReadonlyArray<number | null>): number | null =>
  durations.reduce((known, one) => (one === null || one <= 0 ? known : Math.max(known ?? 0, one)), null)

/** True if a position is beyond the end by more than the tolerance. */
export const isBeyondEnd = (position: number, duration: number | null): boolean =>
  duration !== null && position > duration * (1 + slackShare) + slackSeconds

const isLate = (report: Report, known: Viewing | undefined): boolean =>
  known !== undefined &&
  known.sequence !== null &&
  report.sequence !== null &&
  report.sequence <= known.sequence

/**
 * False if the report starts a finished viewing over. A viewing starts over only with `restart`, or when a client that
 * cannot send `restart` reports a position in the first half.
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

/** Applies a report to the progress. Returns undefined if the report changes nothing and need not be written. */
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
  // An ignored report does not advance the sequence number. Otherwise, a report that repeats the number would be late.
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
    // Keep the last recorded position of the paused player, so that small steps add up.
    const { isFinished, position } = known
    const noted = viewings.map((one) => (one === known ? { ...viewing, isFinished, position } : one))
    return { progress: { ...before, viewings: noted }, isFinished: false, isNews: false }
  }
  const kept = report.restart ? null : (before?.position ?? null)
  const position = isAtEnd ? null : isStarted ? report.position : kept
  const readingPosition =
    isStarted || report.restart ? (report.readingPosition ?? null) : (before?.readingPosition ?? null)
  const isFinished = isAtEnd && !wasFinished
  // Users expect a page turned on one device on the next device at once. A player's progress bar only moves slowly.
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
 * Records the start of a player. The position changes only if the player starts over. With `heard`, the player has
 * already started and has played this many seconds of a track.
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
 * Removes only the position, for "Remove from Continue watching". Players are still remembered, so that a late report
 * cannot restore the position.
 */
export const foldForget = (before: Progress, at: Date): Folded | undefined =>
  before.position === null
    ? undefined
    : { progress: { ...before, position: null, toldAt: at }, isFinished: false, isNews: true }

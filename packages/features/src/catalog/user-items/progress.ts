/**
 * Pure functions that apply a player's report to an account's progress in an item. Some reports must not replace the
 * stored position: late, repeated and reordered reports, reports of position zero, and reports of a paused player while
 * another player continues. Only `restart` resets the position to zero.
 */
import type { BookLocator } from "./contract.ts"

/** An item does not count as started in its first 2%, up to one minute. */
const startShare = 0.02
const longestStart = 60
/**
 * An item counts as watched at 95%. A long item counts as watched 8 minutes before its end, because no credits are
 * longer than 8 minutes.
 */
const endShare = 0.05
const longestEnd = 480
/**
 * A player counts as paused if its position has moved by less than this since its last report. 0.05% is half a page in
 * a book of 1,000 pages.
 */
const standingStill: Record<ProgressUnit, number> = { seconds: 1, pages: 1, percent: 0.05 }
/**
 * Maximum number of players whose state is stored per item and account. An account rarely plays an item on more devices
 * at the same time.
 */
const mostViewings = 4
/**
 * Minimum time in milliseconds between two notifications about the progress of the same item. In this time, the
 * progress bars on open pages would move by only a few pixels.
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

/**
 * The position in a book in the reading app's own format. It is stored and removed together with the numeric position.
 */
export interface ReadingPosition {
  readonly locator: BookLocator | null
  readonly device: string | null
}

export interface Progress {
  readonly position: number | null
  /** Set only for books. */
  readonly readingPosition?: ReadingPosition | null
  readonly duration: number | null
  readonly lastPlayedAt: Date
  readonly toldAt: Date
  /** The players that reported last, most recent first. */
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
 * The unit of a position. Comics and PDFs use pages: a book counts as started on its second page and as finished on its
 * last page. Books whose pages depend on the screen size use percent: a book counts as started at 0.1% (half a page in
 * a book of 500 pages) and as finished at 99.9%.
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
 * Returns the longest of these durations, or null if none is known. The longest one is used, because a player may know
 * only the duration of one part of the item, and the end of that part must not count as the end of the item.
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
 * False if the report belongs to a new viewing after the previous one has finished. A new viewing starts only with
 * `restart`, or when a client that cannot send `restart` reports a position in the first half.
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
  // An ignored report does not advance the sequence number. Otherwise, the next report with the same number would be
  // rejected as late.
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
    // Keep the previous position of a player that seems to be paused, so that several small steps add up to a movement.
    const { isFinished, position } = known
    const noted = viewings.map((one) => (one === known ? { ...viewing, isFinished, position } : one))
    return { progress: { ...before, viewings: noted }, isFinished: false, isNews: false }
  }
  const kept = report.restart ? null : (before?.position ?? null)
  const position = isAtEnd ? null : isStarted ? report.position : kept
  const readingPosition =
    isStarted || report.restart ? (report.readingPosition ?? null) : (before?.readingPosition ?? null)
  const isFinished = isAtEnd && !wasFinished
  // Each turned page is announced at once, because users expect to continue reading on another device immediately.
  // Playback positions are announced less often, because progress bars move only slowly.
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
 * Records that a player starts. The position changes only with `restart`. With `heard`, records instead that a running
 * player has played this many seconds of a track.
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
 * Removes only the position, for "Remove from Continue watching". The state of the players is kept, so that a late
 * report cannot restore the position.
 */
export const foldForget = (before: Progress, at: Date): Folded | undefined =>
  before.position === null
    ? undefined
    : { progress: { ...before, position: null, toldAt: at }, isFinished: false, isNews: true }

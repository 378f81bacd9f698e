/**
 * How a player's report changes its account's position in an item. Pure: independent of clock and database.
 * Only a better report replaces a position: not zero, not a late, repeated or reordered report, and not a paused player
 * while another one continued. Only `restart` begins from zero.
 */
import type { BookLocator } from "./contract.ts"

/** Below 2 %, of a long item below a minute, an item counts as not started. */
const startShare = 0.02
const longestStart = 60
/** Beyond 95 %, of a long one in its last 8 minutes, it counts as watched: more are credits in no item. */
const endShare = 0.05
const longestEnd = 480
/** A player is paused if two of its reports are closer than this: in a book of 1,000 pages, half a page is 0.05 %. */
const standingStill: Record<ProgressUnit, number> = { seconds: 1, pages: 1, percent: 0.05 }
/** Players remembered for one item; a household has no more that play the same at once. */
const mostViewings = 4
/** The interval at which a playing tab notifies the others: a progress bar moves by a few pixels in that time. */
export const tellEveryMillis = 30_000
/** Slack for a position beyond the end, as players round: 2 % and five seconds. */
const slackShare = 0.02
const slackSeconds = 5

/** One player's part in it. `key` is empty for players without a session. */
export interface Viewing {
  readonly key: string
  readonly sequence: number | null
  readonly position: number
  /** It reached the end, which counts once. */
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
  /** The one that reported last comes first. */
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
  /** Its session is a permanent device and not one viewing: it can only start over by doing so. */
  readonly isDevice?: boolean
}

export interface Folded {
  readonly progress: Progress
  /** A viewing reached the end just now. */
  readonly isFinished: boolean
  /** Open pages should be notified. */
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

/** Tells whether this many seconds of a track are a play. An unknown length needs the maximum. */
export const isHeard = (heard: number, duration: number | null): boolean =>
  duration === null || duration <= 0
    ? heard >= heardSeconds
    : duration < longTrack && heard >= Math.min(duration * heardShare, heardSeconds)

/**
 * Books are read by pages: a reader on the first page has not started, and one on the last has finished. If pages
 * depend on the screen, by percent: half a page of a book of 500 is 0.1.
 */
export type ProgressUnit = "seconds" | "pages" | "percent"
const percentLines: Lines = { start: 0.1, end: 99.9 }

/** Between which positions an item is in progress; of unknown length it never ends. */
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

/** The longer of two durations: a player that knows a part only must not take its end for the item's. */
export const longest = (...durations: ReadonlyArray<number | null>): number | null =>
  durations.reduce((known, one) => (one === null || one <= 0 ? known : Math.max(known ?? 0, one)), null)

/** Beyond the end, by more than players round. */
export const isBeyondEnd = (position: number, duration: number | null): boolean =>
  duration !== null && position > duration * (1 + slackShare) + slackSeconds

const isLate = (report: Report, known: Viewing | undefined): boolean =>
  known !== undefined &&
  known.sequence !== null &&
  report.sequence !== null &&
  report.sequence <= known.sequence

/** A viewing that is over begins again by `restart`; one that has no other way, in its first half. */
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
  // A repeated report also has no number of its own, because the report that it replaces would otherwise be late.
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
 * A player starts: it is recorded, and changes no progress unless it starts over. `heard`: it continues, and has played
 * this many seconds of a track.
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

/** "Remove from Continue watching": only the position goes. Players stay known, so that none brings it back late. */
export const foldForget = (before: Progress, at: Date): Folded | undefined =>
  before.position === null
    ? undefined
    : { progress: { ...before, position: null, toldAt: at }, isFinished: false, isNews: true }

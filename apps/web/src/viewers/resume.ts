import type { ProgressReport, UserState } from "@/features/items/definition"

/** Interval between reports during playback. If the tab crashes, at most this much progress is lost. */
export const REPORT_MS = 10_000
/** Initial and maximum delay before a failed report is sent again. The delay doubles after each failure. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
/**
 * Positions that differ by less than this many seconds count as equal, so that a paused player does not send reports.
 */
const SAME = 0.5

export interface ProgressSender {
  /** Sends a report. Rejects if the report did not arrive. */
  readonly send: (report: ProgressReport, keepalive: boolean) => Promise<UserState>
  /** Called with the state that the server saved. */
  readonly onSaved?: (state: UserState) => void
  /** Returns true if a retry after this error may succeed. */
  readonly mayRetry: (fault: unknown) => boolean
}

/**
 * Returns a random session key. `crypto.randomUUID` exists only on secure pages, and home servers often lack a
 * certificate.
 */
const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

/**
 * Creates a reporter that sends the position of a player to the server. Reports are numbered within a session, so
 * that the server can ignore reports that arrive late. While a report is being sent or the server is unreachable, the
 * reporter keeps only the latest waiting report.
 */
export const makeProgressReporter = ({ mayRetry, onSaved, send }: ProgressSender) => {
  let sessionKey = newSession()
  let sequence = 0
  let last: number | undefined
  let waiting: ProgressReport | undefined
  let isUnderWay = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const deliver = async (report: ProgressReport, keepalive: boolean): Promise<void> => {
    isUnderWay = true
    clearTimeout(retry)
    try {
      const state = await send(report, keepalive)
      failures = 0
      onSaved?.(state)
    } catch (fault) {
      if (mayRetry(fault)) {
        waiting ??= report
        failures += 1
        retry = setTimeout(() => flush(), Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS))
      }
    } finally {
      isUnderWay = false
    }
    if (waiting && failures === 0) flush()
  }
  const flush = (keepalive = false): void => {
    // A page that is closing cannot wait until the previous report has been sent. Sending both at once is safe,
    // because the server orders the reports by number.
    if (waiting === undefined || (isUnderWay && !keepalive)) return
    const report = waiting
    waiting = undefined
    void deliver(report, keepalive)
  }

  return {
    /**
     * Reports a position. Position and duration are in seconds. `isLast` is true if the page may close at any moment.
     */
    report: (position: number, duration: number, isLast = false): void => {
      const isKnown = last !== undefined && Math.abs(position - last) < SAME
      if (!Number.isFinite(position) || (isKnown && waiting === undefined)) return
      last = position
      sequence += 1
      const rounded = Math.round(position * 10) / 10
      waiting = {
        position: rounded,
        ...(Number.isFinite(duration) && duration > 0 ? { duration } : {}),
        sessionKey,
        sequence,
        ...(waiting?.restart === true ? { restart: true } : {})
      }
      flush(isLast)
    },
    /** Starts another session at a position, because the user watches the item again. */
    startOver: (position: number): void => {
      sessionKey = newSession()
      sequence = 1
      last = position
      waiting = { position, sessionKey, sequence, restart: true }
      flush()
    },
    /** Retries immediately, because the server is reachable again. */
    retryNow: (): void => flush(),
    stop: (): void => clearTimeout(retry)
  }
}

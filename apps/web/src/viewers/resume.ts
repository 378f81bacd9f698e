import type { ProgressReport, UserState } from "@/features/items/definition"

/** The time between two reports during playback, which is the most that a crashed tab loses. */
export const REPORT_MS = 10_000
/** The first and the longest delay before a failed report is sent again; the delay doubles each time. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
/** Positions that differ by less (in seconds) are equal, so that a paused player reports nothing. */
const SAME = 0.5

export interface ProgressSender {
  /** Rejects if the report did not arrive. */
  readonly send: (report: ProgressReport, keepalive: boolean) => Promise<UserState>
  /** Receives the state that the server saved. */
  readonly onSaved?: (state: UserState) => void
  /** Returns whether a retry may help. */
  readonly mayRetry: (fault: unknown) => boolean
}

/** `crypto.randomUUID` exists only on secure pages, and home servers often have no certificate. */
const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

/**
 * Reports the position of a player. Reports are numbered within a session, so that late ones change nothing. While a
 * report is in flight, or the server is unreachable, only the latest waiting report is kept.
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
    // A closing page cannot wait for the previous report; the server orders them.
    if (waiting === undefined || (isUnderWay && !keepalive)) return
    const report = waiting
    waiting = undefined
    void deliver(report, keepalive)
  }

  return {
    /** `isLast`: the page may close at any moment. Position and duration are in seconds. */
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
    /** Starts another viewing from here. */
    startOver: (position: number): void => {
      sessionKey = newSession()
      sequence = 1
      last = position
      waiting = { position, sessionKey, sequence, restart: true }
      flush()
    },
    /** Retries now, because the server is reachable again. */
    retryNow: (): void => flush(),
    stop: (): void => clearTimeout(retry)
  }
}

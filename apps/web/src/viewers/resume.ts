import type { ProgressReport, UserState } from "@/features/items/definition"

/** Seconds between two reports of a player that plays: as much is lost when its tab dies. */
export const REPORT_MS = 10_000
/** A report that did not arrive is sent again after this long, twice as long each time, up to the second. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
/** Positions that differ by less (in seconds) are equal, so that a paused player reports nothing. */
const SAME = 0.5

export interface ProgressSender {
  /** Rejects when the report did not arrive. */
  readonly send: (report: ProgressReport, keepalive: boolean) => Promise<UserState>
  /** Receives the state as the server saved it. */
  readonly onSaved?: (state: UserState) => void
  /** Tells whether a retry may help. */
  readonly mayRetry: (fault: unknown) => boolean
}

/** Not `crypto.randomUUID`: home servers often have no certificate, and browsers offer it only to secure pages. */
const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

/**
 * Reports the position of a player. Reports are numbered within a session, so that late ones change nothing. While
 * one is in flight, or the server is unreachable, the latest report replaces those that wait.
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
    // A page that is closing cannot wait for the previous report; the server orders them.
    if (waiting === undefined || (isUnderWay && !keepalive)) return
    const report = waiting
    waiting = undefined
    void deliver(report, keepalive)
  }

  return {
    /** `isLast`: the page may be gone at any moment. Seconds. */
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
    /** Another viewing, from here on. */
    startOver: (position: number): void => {
      sessionKey = newSession()
      sequence = 1
      last = position
      waiting = { position, sessionKey, sequence, restart: true }
      flush()
    },
    /** The server can be reached again. */
    retryNow: (): void => flush(),
    stop: (): void => clearTimeout(retry)
  }
}

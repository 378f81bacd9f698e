export interface PacerClock {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly nextFrame: (callback: () => void) => unknown
  readonly later: (ms: number, callback: () => void) => unknown
}

const CALM_MS = 100
/** Four redraws a second: more cannot be read while rows change all the time, and each costs a layout and a paint. */
const BUSY_MS = 250
const BUSY_ROWS = 10
const BUSY_WINDOW_MS = 1_000

/**
 * Batches many changes into one `flush`: the first on the next frame, the next ones 100 ms apart, or 250 ms apart
 * while more than ten rows change in a second. After the last change there is always one more flush.
 * It waits by timer, not by counting frames: a requested frame is drawn even if nothing changed.
 */
export const makePacer = (clock: PacerClock, flush: () => void) => {
  /** When the last eleven rows changed. */
  const changes: number[] = []
  let isScheduled = false
  let flushedAt = -Infinity

  const isBusy = (): boolean => changes.length > BUSY_ROWS && clock.now() - (changes[0] ?? 0) < BUSY_WINDOW_MS
  const wait = (): number => flushedAt + (isBusy() ? BUSY_MS : CALM_MS) - clock.now()
  const onFrame = (): void => {
    if (wait() > 0) return plan()
    isScheduled = false
    flushedAt = clock.now()
    flush()
  }
  const plan = (): void => {
    const ms = wait()
    if (ms > 0) clock.later(ms, () => clock.nextFrame(onFrame))
    else clock.nextFrame(onFrame)
  }
  return {
    schedule: (): void => {
      if (isScheduled) return
      isScheduled = true
      plan()
    },
    /** Reports that this many rows changed. */
    count: (rows: number): void => {
      for (let row = Math.min(rows, BUSY_ROWS + 1); row > 0; row--) changes.push(clock.now())
      changes.splice(0, changes.length - BUSY_ROWS - 1)
    }
  }
}

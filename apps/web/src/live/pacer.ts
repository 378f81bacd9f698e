export interface PacerClock {
  /** Returns the time in milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly nextFrame: (callback: () => void) => unknown
  readonly later: (ms: number, callback: () => void) => unknown
}

const CALM_MS = 100
/**
 * Interval between flushes while many rows change. Users could not read more than four updates a second, and each
 * update costs a layout and a paint.
 */
const BUSY_MS = 250
const BUSY_ROWS = 10
const BUSY_WINDOW_MS = 1_000

/**
 * Batches changes into `flush` calls. The first flush is in the next frame. Later flushes are 100 ms apart, or 250 ms
 * while more than ten rows change per second. A flush always follows the last change. The pacer uses a timer instead of
 * counting frames, because the browser paints a requested frame even if nothing changed.
 */
export const makePacer = (clock: PacerClock, flush: () => void) => {
  /** The times of the last eleven row changes. */
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
    /** Records that `rows` rows changed. */
    count: (rows: number): void => {
      for (let row = Math.min(rows, BUSY_ROWS + 1); row > 0; row--) changes.push(clock.now())
      changes.splice(0, changes.length - BUSY_ROWS - 1)
    }
  }
}

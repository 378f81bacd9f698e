const FIRST_MILLIS = 500
const LONGEST_MILLIS = 30_000
const HEALTHY_MILLIS = 60_000

export interface Backoff {
  readonly delay: number
  readonly next: number
}

export const initialBackoff = FIRST_MILLIS

/** How long to wait before a restart: doubling from 0.5 s to 30 s, forgotten after a minute of life. */
export const afterExit = (pending: number, livedMillis: number): Backoff => {
  const delay = livedMillis >= HEALTHY_MILLIS ? FIRST_MILLIS : pending
  return { delay, next: Math.min(delay * 2, LONGEST_MILLIS) }
}

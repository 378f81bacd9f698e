const FIRST_MILLIS = 500
const LONGEST_MILLIS = 30_000
const HEALTHY_MILLIS = 60_000

export interface Backoff {
  readonly delay: number
  readonly next: number
}

export const initialBackoff = FIRST_MILLIS

/** Returns the delay before a restart. The delay doubles from 0.5 s to 30 s and is reset after a minute of uptime. */
export const afterExit = (pending: number, livedMillis: number): Backoff => {
  const delay = livedMillis >= HEALTHY_MILLIS ? FIRST_MILLIS : pending
  return { delay, next: Math.min(delay * 2, LONGEST_MILLIS) }
}

/** Default number of seconds that a client should wait after a 503. */
const SECONDS = 10

/** Returns the `Retry-After` header of a failure, if any. Every 503 has this header. */
export const retryAfter = (status: number, seconds = status === 503 ? SECONDS : undefined) =>
  seconds === undefined ? {} : { "retry-after": String(seconds) }
